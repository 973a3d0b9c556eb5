; The same in the half that runs second: the threads that wait at the outer `sync` continue after it, not at it.
.threads 4
        a = tid & 2
        b = tid & 1
        bz a, oe
        x = 1
        jump oj
oe:     bz b, ie
        exit
ie:     exit
oj:     sync
        y = tid
        stop
.expect lockstep stop
.expect lockstep active: 2 3
.expect lockstep exited: 0 1
.expect lockstep var x: _ _ 1 1
.expect lockstep var y: _ _ 2 3
.expect volta stop
.expect volta active: 2 3
.expect volta exited: 0 1
.expect volta var x: _ _ 1 1
.expect volta var y: _ _ 2 3
.covers EX SS
