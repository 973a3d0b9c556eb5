; An index is taken modulo the width, within the own segment; of width 1 it is the lane itself.
.threads 8
        a = shfl.idx 255, tid, 5, 4
        b = shfl.idx 255, tid, 2
        c = shfl.idx 255, tid, 9
        d = shfl.idx 255, tid, 3, 1
        e = shfl.idx 255, tid, tid, 2
        stop
.expect lockstep stop
.expect lockstep var a: 1 1 1 1 5 5 5 5
.expect lockstep var b: 2 2 2 2 2 2 2 2
.expect lockstep var c: 1 1 1 1 1 1 1 1
.expect lockstep var d: 0 1 2 3 4 5 6 7
.expect lockstep var e: 0 1 2 3 4 5 6 7
.expect volta stop
.expect volta var a: 1 1 1 1 5 5 5 5
.expect volta var b: 2 2 2 2 2 2 2 2
.expect volta var c: 1 1 1 1 1 1 1 1
.expect volta var d: 0 1 2 3 4 5 6 7
.expect volta var e: 0 1 2 3 4 5 6 7
.covers SH
