; Warp 1 uses the word before warp 0 updates it: that is not after the update, whenever the load comes.
.threads 1
.block 2
.memory 1: 0
        bz wid, a
        f = fetch_or [1], 0
        y = 1
        y = 2
        y = 3
        fence.block
        x = [0]
        exit
a:      [0] = 42
        fence.block
        k = fetch_add [1], 1
        exit
.expect lockstep trap race 11 warp 1
.expect lockstep var f warp 1: 0
.expect volta trap race 11 warp 1
.expect volta var f warp 1: 0
.covers FE race
