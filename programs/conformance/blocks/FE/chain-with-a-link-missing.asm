; The same where warp 1 has no fence: nothing leads from warp 0 to warp 2, whose load (line 11) races with line 17.
.threads 1
.block 3
.memory 1: 0 0
        bz wid, a
        c = wid == 1
        bnz c, b
s:      f = fetch_or [2], 0
        bz f, s
        fence.block
        x = [0]
        exit
b:      f = fetch_or [1], 0
        bz f, b
        k = fetch_add [2], 1
        exit
a:      [0] = 42
        fence.block
        k = fetch_add [1], 1
        exit
.expect lockstep trap race 11 warp 2
.expect volta trap race 11 warp 2
.covers FE race
