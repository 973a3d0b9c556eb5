; The inner half that runs second exits: the thread that waits at the inner `sync` continues after it, and the outer half
; that waits keeps its turn.
.threads 4
        a = tid & 2
        b = tid & 1
        bz a, oe
        bz b, ie
        x = 1
        jump ij
ie:     exit
ij:     sync
        y = 1
        jump oj
oe:     z = 1
oj:     sync
        w = 1
        stop
.expect lockstep stop
.expect lockstep active: 0 1 3
.expect lockstep exited: 2
.expect lockstep var x: _ _ _ 1
.expect lockstep var y: _ _ _ 1
.expect lockstep var z: 1 1 _ _
.expect lockstep var w: 1 1 _ 1
.expect volta stop
.expect volta active: 0 1 3
.expect volta exited: 2
.expect volta var x: _ _ _ 1
.expect volta var y: _ _ _ 1
.expect volta var z: 1 1 _ _
.expect volta var w: 1 1 _ 1
.covers EX SS SP
