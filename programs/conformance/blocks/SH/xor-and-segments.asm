; `xor` may reach a lower segment, but not a higher one.
.threads 8
        a = shfl.xor 255, tid, 3, 4
        b = shfl.xor 255, tid, 4, 4
        c = shfl.xor 255, tid, 7
        d = shfl.xor 255, tid, 6, 2
        stop
.expect lockstep stop
.expect lockstep var a: 3 2 1 0 7 6 5 4
.expect lockstep var b: 0 1 2 3 0 1 2 3
.expect lockstep var c: 7 6 5 4 3 2 1 0
.expect lockstep var d: 0 1 2 3 2 3 0 1
.expect volta stop
.expect volta var a: 3 2 1 0 7 6 5 4
.expect volta var b: 0 1 2 3 0 1 2 3
.expect volta var c: 7 6 5 4 3 2 1 0
.expect volta var d: 0 1 2 3 2 3 0 1
.covers SH
