; no race under .races thread in a warp of one thread.
.threads 1
.races thread
        [0] = 7
        [0] = 8
        x = atomic_inc [0]
        stop
.expect stop
.expect var x: 9
.covers ST AT
