; The operand is taken modulo 8 lanes first: -1 is 7, in every mode.
.threads 8
        a = shfl.idx 255, tid, -1
        b = shfl.up 255, tid, -1
        c = shfl.down 255, tid, -1
        d = shfl.xor 255, tid, -1
        e = shfl.down 255, tid, -1, 2
        stop
.expect lockstep stop
.expect lockstep var a: 7 7 7 7 7 7 7 7
.expect lockstep var b: 0 1 2 3 4 5 6 0
.expect lockstep var c: 7 1 2 3 4 5 6 7
.expect lockstep var d: 7 6 5 4 3 2 1 0
.expect lockstep var e: 0 1 2 3 4 5 6 7
.expect volta stop
.expect volta var a: 7 7 7 7 7 7 7 7
.expect volta var b: 0 1 2 3 4 5 6 0
.expect volta var c: 7 1 2 3 4 5 6 7
.expect volta var d: 7 6 5 4 3 2 1 0
.expect volta var e: 0 1 2 3 4 5 6 7
.covers SH
