; Two groups in one instruction, each with its own mask.
.threads 4
.block 4
        b = tid & 2
        m = 3 << b
        syncwarp m
        stop
.expect lockstep stop
.expect lockstep var m: 3 3 12 12
.expect lockstep stat collectives == 2
.expect lockstep stat by_instruction.syncwarp == 1
.expect volta stop
.expect volta var m: 3 3 12 12
.expect volta stat collectives == 2
.expect volta stat by_instruction.syncwarp == 4
.covers SW
