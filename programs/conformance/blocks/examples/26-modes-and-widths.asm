; The four modes of a shuffle, with segments of two lanes: an index is taken modulo the width, and who finds no lane below or
; above in the segment keeps its own value.
.threads 4
        a = shfl.idx 15, tid, 5
        b = shfl.up 15, tid, 1
        c = shfl.down 15, tid, 1, 2
        d = shfl.xor 15, tid, 2, 2
        f = shfl.idx 15, tid, -1, 2
        stop
.expect lockstep stop
.expect lockstep var a: 1 1 1 1
.expect lockstep var b: 0 0 1 2
.expect lockstep var c: 1 1 3 3
.expect lockstep var d: 0 1 0 1
.expect lockstep var f: 1 1 3 3
.expect volta stop
.expect volta var a: 1 1 1 1
.expect volta var b: 0 0 1 2
.expect volta var c: 1 1 3 3
.expect volta var d: 0 1 0 1
.expect volta var f: 1 1 3 3
.covers SH
