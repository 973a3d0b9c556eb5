; no race under .races thread with a barrier between, also in a run of one warp.
.threads 2
.races thread
        [tid] = tid
        barrier
        k = tid ^ 1
        x = [k]
        stop
.expect stop
.expect var x: 1 0
.covers BR
