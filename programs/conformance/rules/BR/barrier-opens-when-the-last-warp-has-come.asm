; BR: no warp passes before the last one has come: warp 0 waits for three that do more before.
.threads 2
.warps 4
        n = wid
loop:   bz n, out
        n = n - 1
        jump loop
out:    sync
        a = wid * 2
        a = a + tid
        [a] = wid
        barrier
        b = 7 - a
        x = [b]
        b = b + 8
        [b] = x
        stop
.expect memory 8: 0 0 1 1 2 2 3 3
.covers BR
