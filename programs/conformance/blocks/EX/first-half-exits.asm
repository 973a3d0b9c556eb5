; The half that runs first exits: the other half, which has not run yet, runs next.
.threads 4
        c = tid < 2
        bz c, e
        exit
e:      x = 1
        sync
        stop
.expect lockstep stop
.expect lockstep active: 2 3
.expect lockstep exited: 0 1
.expect lockstep var x: _ _ 1 1
.expect lockstep steps 6
.expect volta stop
.expect volta active: 2 3
.expect volta exited: 0 1
.expect volta var x: _ _ 1 1
.covers EX SP
