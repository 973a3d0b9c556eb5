; Each thread names itself: four groups, and nobody waits.
.threads 4
.block 4
        m = 1 << tid
        syncwarp m
        stop
.expect lockstep stop
.expect lockstep stat collectives == 4
.expect lockstep stat waits == 0
.expect volta stop
.expect volta stat collectives == 4
.expect volta stat waits == 0
.covers SW
