; Thread 1 comes in the round in which thread 0 takes its last step: the group is complete, but thread 0 is at its limit.
.threads 2
.model volta
.steps 2
        bnz tid, meet
        x = 1
meet:   syncwarp 3
        stop
.expect limit steps
.expect steps 3
.covers BT BF CT
