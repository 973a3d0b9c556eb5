; Thread 0 waits for one turn; both step when its next turn comes.
.threads 2
.memory 0: 0
        bz tid, e
        x = 1
e:      sync
        syncwarp 3
        k = fetch_add [0], 1
        stop
.expect lockstep stop
.expect lockstep var k: 0 1
.expect volta stop
.expect volta var k: 0 1
.expect volta stat waits == 1
.covers SW
