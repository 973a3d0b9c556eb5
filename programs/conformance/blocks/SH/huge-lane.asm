; So are the largest and the smallest word: 7 and 0.
.threads 8
        a = shfl.idx 255, tid, 9223372036854775807
        b = shfl.up 255, tid, -9223372036854775808
        c = shfl.down 255, tid, 9223372036854775807
        d = shfl.down 255, tid, 4611686018427387905
        stop
.expect lockstep stop
.expect lockstep var a: 7 7 7 7 7 7 7 7
.expect lockstep var b: 0 1 2 3 4 5 6 7
.expect lockstep var c: 7 1 2 3 4 5 6 7
.expect lockstep var d: 1 2 3 4 5 6 7 7
.expect volta stop
.expect volta var a: 7 7 7 7 7 7 7 7
.expect volta var b: 0 1 2 3 4 5 6 7
.expect volta var c: 7 1 2 3 4 5 6 7
.expect volta var d: 1 2 3 4 5 6 7 7
.covers SH
