; The statistic `fences` counts steps.
.threads 4
.block 4
        fence.block
        fence.grid
        stop
.expect lockstep stop
.expect lockstep stat fences == 2
.expect lockstep steps 3
.expect lockstep stat by_instruction.fence > 1
.expect volta stop
.expect volta stat fences == 8
.expect volta steps 12
.expect volta stat by_instruction.fence > 1
.covers FE
