; Warp 0 before warp 1 by one flag, warp 1 before warp 2 by another: one fence of warp 1 does both.
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
        fence.block
        k = fetch_add [2], 1
        exit
a:      [0] = 42
        fence.block
        k = fetch_add [1], 1
        exit
.expect lockstep stop
.expect lockstep var x warp 2: 42
.expect lockstep memory 1: 1 1
.expect volta stop
.expect volta var x warp 2: 42
.expect volta memory 1: 1 1
.covers FE AT EX
