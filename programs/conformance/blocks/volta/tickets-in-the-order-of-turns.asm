; Threads take turns in ascending order: thread 0 needs a step more, and comes last.
.threads 3
.memory 0: 0
        bnz tid, e
        x = 1
e:      sync
        k = fetch_add [0], 1
        stop
.expect lockstep stop
.expect lockstep var k: 0 1 2
.expect volta stop
.expect volta var k: 2 0 1
.covers AT
