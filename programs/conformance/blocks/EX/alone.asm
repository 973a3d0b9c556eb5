; `exit` with no conditional open: the warp has stopped, and no thread is active.
.threads 4
        x = tid
        exit
.expect lockstep stop
.expect lockstep active:
.expect lockstep exited: 0-3
.expect lockstep var x: 0 1 2 3
.expect lockstep steps 2
.expect volta stop
.expect volta active:
.expect volta exited: 0-3
.expect volta var x: 0 1 2 3
.expect volta steps 8
.covers EX
