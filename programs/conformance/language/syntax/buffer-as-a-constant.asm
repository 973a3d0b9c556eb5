; A buffer's name is the constant of its address, with a sign too.
.threads 2
.buffer OUT 8 2
        a = OUT
        b = -OUT
        a = tid + OUT
        [a] = OUT
        [OUT] = 3
        c = a -OUT
        stop
.expect var b: -8 -8
.expect var c: 0 1
.expect memory OUT: 3 8
.covers ST
