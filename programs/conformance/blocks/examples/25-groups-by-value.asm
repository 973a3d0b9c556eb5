; `match.any` finds the threads of equal value; its result is the mask of a reduction for each group.
.threads 4
        k = tid & 1
        m = match.any 15, k
        s = reduce.add m, tid
        a = match.all m, k
        n = match.all 15, k
        stop
.expect lockstep stop
.expect lockstep var m: 5 10 5 10
.expect lockstep var s: 2 4 2 4
.expect lockstep var a: 5 10 5 10
.expect lockstep var n: 0 0 0 0
.expect volta stop
.expect volta var m: 5 10 5 10
.expect volta var s: 2 4 2 4
.expect volta var a: 5 10 5 10
.expect volta var n: 0 0 0 0
.covers MA RD
