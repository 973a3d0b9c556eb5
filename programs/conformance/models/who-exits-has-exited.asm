; A thread that exits is not among those that stop.
.threads 3
.expect lockstep stack minpc masks maximal uniform barriers volta stop
.expect lockstep stack minpc masks maximal uniform barriers volta active: 1-2
.expect lockstep stack minpc masks maximal uniform barriers volta exited: 0
        bz tid, e
        x = 1
        jump j
e:      exit
j:      sync
        stop
