; Nor under `.races thread`, in lock step.
.threads 2
.races thread
        [tid] = tid
        z = reduce.add 3, 1
        o = 1 - tid
        x = [o]
        stop
.expect lockstep trap race 7 threads: 0
.expect volta trap race 7 threads: 0
.covers RD race
