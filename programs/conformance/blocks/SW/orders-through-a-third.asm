; Thread 0 before thread 1 by one `syncwarp`, thread 1 before thread 2 by another.
.threads 3
        bnz tid, a
        [0] = 7
a:      sync
        c = tid < 2
        bz c, b
        syncwarp 3
b:      sync
        bz tid, d
        syncwarp 6
d:      sync
        c = tid == 2
        bz c, e
        x = [0]
e:      sync
        stop
.expect lockstep stop
.expect lockstep var x: _ _ 7
.expect volta stop
.expect volta var x: _ _ 7
.covers SW
