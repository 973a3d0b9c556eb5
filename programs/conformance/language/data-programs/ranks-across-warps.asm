; Warps of a grid take slots by increments, warp after warp in a round.
.threads 2
.warps 4
.memory 100: -1
        n = atomic_inc [100]
        [n] = wid
        stop
.expect memory 0: 0 0 1 1 2 2 3 3
.expect memory 100: 7
.covers AT ST
