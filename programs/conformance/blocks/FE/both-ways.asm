; The flag orders what was before the fence, not what comes after it: the second store (line 16) races with the load.
.threads 1
.block 2
.memory 1: 0
        bz wid, a
        y = 1
        y = 2
        y = 3
        f = fetch_or [1], 0
        fence.block
        x = [0]
        exit
a:      [2] = 42
        fence.block
        k = fetch_add [1], 1
        [0] = 43
        exit
.expect lockstep trap race 11 warp 1
.expect volta trap race 11 warp 1
.covers FE race
