; `exit` leaves three open conditionals at once, all of them uniform, and the warp has stopped.
.threads 4
        one = 1
        bz one, a
        bz one, a
        bz one, a
        exit
a:      stop
.expect lockstep stop
.expect lockstep active:
.expect lockstep exited: 0-3
.expect lockstep steps 5
.expect lockstep stat max_sync_depth == 3
.expect volta stop
.expect volta active:
.expect volta exited: 0-3
.covers EX BF
