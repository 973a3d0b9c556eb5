; undefined-variable: the first thread that fails, in ascending order, and it alone.
.threads 6
        c = tid < 3
        bz c, end
        x = 1
end:    sync
        y = x
        stop
.expect trap undefined-variable 7 threads: 3
.covers undefined-variable MV
