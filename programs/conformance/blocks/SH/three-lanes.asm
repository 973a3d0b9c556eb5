; Three lanes: the operand is taken modulo 4, and a lane beyond the last is replaced by the own one.
.threads 3
        a = shfl.idx 7, tid, 3
        b = shfl.down 7, tid, 1
        c = shfl.up 7, tid, 1
        d = shfl.xor 7, tid, 1
        e = shfl.xor 7, tid, 2
        f = shfl.idx 7, tid, 1, 2
        g = shfl.idx 7, tid, 5
        stop
.expect lockstep stop
.expect lockstep var a: 0 1 2
.expect lockstep var b: 1 2 2
.expect lockstep var c: 0 0 1
.expect lockstep var d: 1 0 2
.expect lockstep var e: 2 1 0
.expect lockstep var f: 1 1 2
.expect lockstep var g: 1 1 1
.expect volta stop
.expect volta var a: 0 1 2
.expect volta var b: 1 2 2
.expect volta var c: 0 0 1
.expect volta var d: 1 0 2
.expect volta var e: 2 1 0
.expect volta var f: 1 1 2
.expect volta var g: 1 1 1
.covers SH
