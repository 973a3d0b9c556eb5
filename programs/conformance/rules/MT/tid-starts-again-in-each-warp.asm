; MT: tid is the number in the warp, not in the grid.
.threads 2
.warps 3
        a = wid * 2
        a = a + tid
        [a] = tid
        stop
.expect memory 0: 0 1 0 1 0 1
.covers MT
