; A `syncwarp` of a pair does not order what another pair has stored: line 8 races with line 3.
.threads 4
        [tid] = tid
        b = tid & 2
        m = 3 << b
        syncwarp m
        o = tid ^ 2
        x = [o]
        stop
.expect lockstep stop
.expect lockstep var x: 2 3 0 1
.expect volta trap race 8 threads: 0
.covers SW race
