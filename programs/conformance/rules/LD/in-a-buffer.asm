; LD: the first and the last word of a buffer are valid addresses.
.threads 2
.buffer IN 10 5
.iota IN 5 1
        a = tid * 4
        a = a + IN
        x = [a]
        stop
.expect var x: 1 5
.covers LD
