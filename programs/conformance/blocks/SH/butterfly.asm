; A sum of 32 threads by five shuffles.
        s = tid
        k = 16
l:      bz k, e
        t = shfl.xor 0xffffffff, s, k
        s = s + t
        k = k >> 1
        jump l
e:      sync
        stop
.expect lockstep stop
.expect lockstep var s: 496 496 496
.expect volta stop
.expect volta var s: 496 496 496
.covers SH
