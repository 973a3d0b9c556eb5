; `stop` in the inner of two blocks, each within an open conditional: two contexts are dropped.
.threads 33
        bz tid, out
        everywhere
        low = tid < 32
        bz low, in              ; thread 32 waits
        everywhere
        x = tid
        bz tid, join
join:   sync
        stop
in:     sync
        end_everywhere
out:    sync
        stop
.expect stop
.expect active 0-32
.expect var x: 0 1 2
.expect steps 10
.expect stat max_context_depth == 2
.expect stat max_sync_depth == 1
.expect stat lanes_woken == 2
.covers STOP EB
