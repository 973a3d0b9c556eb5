; The statistic `exits` counts threads, `by_instruction` steps.
.threads 4
.block 4
        c = tid < 3
        bnz c, go
        exit
go:     sync
        exit
.expect lockstep stop
.expect lockstep exited: 0-3
.expect lockstep stat exits == 4
.expect lockstep stat by_instruction.exit == 2
.expect lockstep steps 5
.expect volta stop
.expect volta exited: 0-3
.expect volta stat exits == 4
.expect volta stat by_instruction.exit == 4
.expect volta steps 15
.covers EX
