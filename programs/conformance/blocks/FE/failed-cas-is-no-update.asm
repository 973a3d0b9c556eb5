; A `fetch_cas` that fails updates nothing, so it passes nothing on.
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
a:      [0] = 42
        fence.block
        k = fetch_cas [1], 5, 6
        exit
.expect lockstep trap race 11 warp 1
.expect volta trap race 11 warp 1
.covers FE race
