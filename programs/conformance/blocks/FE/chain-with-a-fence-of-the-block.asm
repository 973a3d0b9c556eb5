; The same where the block in between has a fence of the block: it orders nothing for other blocks.
.threads 1
.block 1
.grid 3
.memory 1: 0 0
        bz bid, a
        c = bid == 1
        bnz c, b
s:      f = fetch_or [2], 0
        bz f, s
        fence.grid
        x = [0]
        exit
b:      f = fetch_or [1], 0
        bz f, b
        fence.block
        k = fetch_add [2], 1
        exit
a:      [0] = 42
        fence.grid
        k = fetch_add [1], 1
        exit
.expect lockstep trap race 12 warp 2
.expect volta trap race 12 warp 2
.covers FE race
