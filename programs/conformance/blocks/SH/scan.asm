; A running sum by `up`: who finds no lane below must not add its own value.
.threads 8
        s = 1
        k = 1
l:      c = k < 8
        bz c, e
        t = shfl.up 255, s, k
        d = tid >= k
        bz d, n
        s = s + t
n:      sync
        k = k << 1
        jump l
e:      sync
        stop
.expect lockstep stop
.expect lockstep var s: 1 2 3 4 5 6 7 8
.expect volta stop
.expect volta var s: 1 2 3 4 5 6 7 8
.covers SH
