; The halves of a conditional run at the same time: thread 0, whose half is longer, is last.
.threads 2
.memory 0: 0
        bz tid, e
        k = fetch_add [0], 1
        jump j
e:      x = 1
        k = fetch_add [0], 1
j:      sync
        stop
.expect lockstep stop
.expect lockstep var k: 1 0
.expect volta stop
.expect volta var k: 1 0
.covers AT
