; The half that runs second exits: the other half, which waits, goes on past the `sync`.
.threads 2
        bz tid, e
        x = 1
        jump j
e:      exit
j:      sync
        y = x
        stop
.expect lockstep stop
.expect lockstep var y: _ 1
.expect lockstep active: 1
.expect lockstep exited: 0
.expect volta stop
.expect volta var y: _ 1
.expect volta active: 1
.expect volta exited: 0
.covers EX
