; A reduction orders no memory.
.threads 2
        [tid] = tid
        z = reduce.add 3, 1
        o = 1 - tid
        x = [o]
        stop
.expect lockstep stop
.expect lockstep var x: 1 0
.expect volta trap race 6 threads: 0
.covers RD race
