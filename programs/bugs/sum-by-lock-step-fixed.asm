; ORNL/HeCBench#91, fixed: a barrier (on a GPU, a warp barrier) between the reads of a step and its writes, and between
; its writes and the next step's reads.
.threads 8
.races thread
.iota 0 16 1
        a = tid + 8
        x = [tid]
        y = [a]
        x = x + y
        barrier
        [tid] = x
        barrier
        a = tid + 4
        y = [a]
        x = x + y
        barrier
        [tid] = x
        barrier
        a = tid + 2
        y = [a]
        x = x + y
        barrier
        [tid] = x
        barrier
        a = tid + 1
        y = [a]
        x = x + y
        barrier
        [tid] = x
        stop
.expect stop
.expect memory 0: 136
