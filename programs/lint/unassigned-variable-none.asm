; Assigned later in the text than first read, by a load, an increment, a ballot, typed words.
.threads 4
.iota 0 8
        jump first
again:  b = a + n
        b = m + t
        stop
first:  a = [tid]
        n = atomic_inc [4]
        m = ballot a
        t = add.i32 a, 1
        jump again
.expect stop
