; One thread: each branch needs one `sync`, which pops its entry.
.threads 1
        bz tid, first
        x = 1
first:  bnz tid, second
        y = 1
second: sync
        sync
        stop
.expect stop
.expect var x: _
.expect var y: 1
.expect steps 6
.expect stat max_sync_depth == 2
.expect stat simd_efficiency == 1
.covers SP BT BF
