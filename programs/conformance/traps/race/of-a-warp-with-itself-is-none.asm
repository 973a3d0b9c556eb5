; no race between accesses of one warp, in a grid too: store, load and increment of its own word.
.threads 32
.warps 2
        [wid] = 0
        x = [wid]
        x = atomic_inc [wid]
        stop
.expect stop
.expect memory 0: 32 32
.covers ST LD AT
