; The group is complete in the turn of thread 1, whose lane has no value; but thread 0 is at its limit, which comes first.
.threads 2
.model volta
.steps 2
        bnz tid, meet
        x = 1
meet:   y = shfl.idx 3, z, 0
        z = 1
        stop
.expect limit steps
.expect steps 3
.covers BT BF CT
