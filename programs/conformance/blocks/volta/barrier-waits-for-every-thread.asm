; A `barrier` waits for each thread of the grid: thread 0 for one turn.
.threads 2
        bz tid, e
        x = 1
e:      sync
        barrier
        stop
.expect lockstep stop
.expect lockstep steps 6
.expect volta stop
.expect volta stat waits == 1
.expect volta steps 9
.covers BR
