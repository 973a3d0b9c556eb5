; The two atomics are on different words.
.threads 1
.block 2
.memory 1: 0 0
        bz wid, a
        y = 1
        y = 2
        y = 3
        f = fetch_or [2], 0
        fence.block
        x = [0]
        exit
a:      [0] = 42
        fence.block
        k = fetch_add [1], 1
        exit
.expect lockstep trap race 11 warp 1
.expect volta trap race 11 warp 1
.covers FE race
