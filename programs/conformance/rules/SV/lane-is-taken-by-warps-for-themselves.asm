; SV: a lane is a thread of the same warp; each warp shuffles its own values.
.threads 2
.warps 3
        x = wid * 10
        x = x + tid
        shfl x, 1
        a = wid * 2
        a = a + tid
        [a] = x
        stop
.expect memory 0: 1 1 11 11 21 21
.covers SV
