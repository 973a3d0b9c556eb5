; Each pair exchanges words with a `syncwarp` of the pair.
.threads 4
        [tid] = tid
        b = tid & 2
        m = 3 << b
        syncwarp m
        o = tid ^ 1
        x = [o]
        stop
.expect lockstep stop
.expect lockstep var x: 1 0 3 2
.expect volta stop
.expect volta var x: 1 0 3 2
.covers SW
