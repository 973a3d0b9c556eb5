; A thread that was never active has not exited: it is not in `exited`, and `everywhere` wakes it.
.threads 4
.active 0 1
        everywhere
        x = 1
        end_everywhere
        exit
.expect lockstep stop
.expect lockstep active:
.expect lockstep exited: 0 1
.expect lockstep var x: 1 1 1 1
.covers EX EB
