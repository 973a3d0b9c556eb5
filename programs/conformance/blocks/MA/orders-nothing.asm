; A match orders no memory.
.threads 2
        [tid] = tid
        z = match.any 3, 1
        o = 1 - tid
        x = [o]
        stop
.expect lockstep stop
.expect lockstep var x: 1 0
.expect volta trap race 6 threads: 0
.covers MA race
