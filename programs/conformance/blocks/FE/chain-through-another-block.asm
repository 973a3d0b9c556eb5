; The same through a block of its own, with fences of the grid.
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
        fence.grid
        k = fetch_add [2], 1
        exit
a:      [0] = 42
        fence.grid
        k = fetch_add [1], 1
        exit
.expect lockstep stop
.expect lockstep var x warp 2: 42
.expect volta stop
.expect volta var x warp 2: 42
.covers FE AT EX
