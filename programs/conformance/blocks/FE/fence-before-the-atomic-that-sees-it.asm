; A fence before the atomic that sees the flag is too early.
.threads 1
.block 2
.memory 1: 0
        bz wid, a
        fence.block
s:      f = fetch_or [1], 0
        bz f, s
        x = [0]
        exit
a:      [0] = 42
        fence.block
        k = fetch_add [1], 1
        exit
.expect lockstep trap race 9 warp 1
.expect volta trap race 9 warp 1
.covers FE race
