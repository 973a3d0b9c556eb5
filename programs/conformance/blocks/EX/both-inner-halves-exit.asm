; Both halves of the inner conditional exit: it has no thread left, and the half that waits in the outer one runs.
.threads 4
        a = tid & 2
        b = tid & 1
        bz a, oe
        bz b, ie
        exit
ie:     exit
oe:     z = 1
        sync
        stop
.expect lockstep stop
.expect lockstep active: 0 1
.expect lockstep exited: 2 3
.expect lockstep var z: 1 1 _ _
.expect lockstep stat max_sync_depth == 2
.expect lockstep steps 9
.expect volta stop
.expect volta active: 0 1
.expect volta exited: 2 3
.expect volta var z: 1 1 _ _
.covers EX
