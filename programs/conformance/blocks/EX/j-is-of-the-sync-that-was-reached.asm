; The halves wait at the `sync` that they reached, wherever that is: the first of two.
.threads 2
        bz tid, e
        x = 1
        sync
        y = 1
        stop
e:      exit
.expect lockstep stop
.expect lockstep active: 1
.expect lockstep exited: 0
.expect lockstep var x: _ 1
.expect lockstep var y: _ 1
.expect volta stop
.expect volta active: 1
.expect volta exited: 0
.expect volta var x: _ 1
.expect volta var y: _ 1
.covers EX SS
