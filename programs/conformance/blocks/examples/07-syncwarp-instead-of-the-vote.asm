; Example 6 with a `syncwarp` instead of the vote. It also orders memory: the loads after it see the stores before it.
.threads 2
        [tid] = tid
        syncwarp 3
        o = 1 - tid
        x = [o]
        stop
.expect lockstep stop
.expect lockstep var x: 1 0
.expect volta stop
.expect volta var x: 1 0
.covers SW
