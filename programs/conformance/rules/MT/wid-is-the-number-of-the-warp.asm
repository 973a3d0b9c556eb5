; MT: in a grid, wid is the number of the warp, the same in all of its threads.
.threads 2
.warps 3
        a = wid * 2
        a = a + tid
        [a] = wid
        stop
.expect memory 0: 0 0 1 1 2 2
.covers MT
