; Two blocks of three threads exit: the run stops.
.threads 2
.block 3
.grid 2
        exit
.expect lockstep stop
.expect lockstep active:
.expect lockstep active warp 3:
.expect lockstep exited: 0 1
.expect lockstep exited warp 1: 0
.expect lockstep exited warp 3: 0
.expect lockstep stat exits == 6
.expect volta stop
.expect volta active:
.expect volta active warp 3:
.expect volta exited: 0 1
.expect volta exited warp 1: 0
.expect volta exited warp 3: 0
.expect volta stat exits == 6
.covers EX
