; `up` and `down` stay within segments of four lanes: who finds no lane there keeps its own value.
.threads 8
        a = shfl.up 255, tid, 1, 4
        b = shfl.up 255, tid, 3, 4
        c = shfl.down 255, tid, 1, 4
        d = shfl.down 255, tid, 3, 4
        stop
.expect lockstep stop
.expect lockstep var a: 0 0 1 2 4 4 5 6
.expect lockstep var b: 0 1 2 0 4 5 6 4
.expect lockstep var c: 1 2 3 3 5 6 7 7
.expect lockstep var d: 3 1 2 3 7 5 6 7
.expect volta stop
.expect volta var a: 0 0 1 2 4 4 5 6
.expect volta var b: 0 1 2 0 4 5 6 4
.expect volta var c: 1 2 3 3 5 6 7 7
.expect volta var d: 3 1 2 3 7 5 6 7
.covers SH
