; The full mask of 64 threads is the word -1.
.threads 64
.block 64
        syncwarp -1
        stop
.expect lockstep stop
.expect lockstep stat collectives == 1
.expect volta stop
.expect volta stat collectives == 1
.covers SW
