; Each branch is uniform in a machine of one thread.
.threads 4
.block 4
        c = tid & 1
        bz c, e
        x = 1
e:      sync
        stop
.expect lockstep stop
.expect lockstep stat branches_divergent == 1
.expect lockstep steps 6
.expect volta stop
.expect volta stat branches_divergent == 0
.expect volta stat branches_uniform == 4
.expect volta steps 18
.covers SP
