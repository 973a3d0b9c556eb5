; A fence in the loop, after each look at the flag: the last one follows the look that saw it.
.threads 1
.block 2
.memory 1: 0
        bz wid, a
s:      f = fetch_or [1], 0
        fence.block
        bz f, s
        x = [0]
        exit
a:      [0] = 42
        fence.block
        k = fetch_add [1], 1
        exit
.expect lockstep stop
.expect lockstep var x warp 1: 42
.expect volta stop
.expect volta var x warp 1: 42
.covers FE
