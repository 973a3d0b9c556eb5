; A conditional whose other half is empty: threads that branch wait at the `sync` itself.
.threads 33
        y = tid
        big = tid >= 31
        bz big, fi
        y = 0
fi:     sync
        [tid] = y
        stop
.expect stop
.expect memory 29: 29 30 0 0
.expect steps 8
.covers BD SS SP
