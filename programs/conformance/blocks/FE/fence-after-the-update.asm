; A fence after the update is too late.
.threads 1
.block 2
.memory 1: 0
        bz wid, a
s:      f = fetch_or [1], 0
        bz f, s
        fence.block
        x = [0]
        exit
a:      [0] = 42
        k = fetch_add [1], 1
        fence.block
        exit
.expect lockstep trap race 9 warp 1
.expect volta trap race 9 warp 1
.covers FE race
