; race under .races thread is none where a barrier stands between, also in a run of one warp.
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
