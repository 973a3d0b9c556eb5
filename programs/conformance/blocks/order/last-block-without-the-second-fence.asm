; Nor without the fence after the counter.
.threads 1
.block 1
.grid 4
.memory 8: 0
        [bid] = bid
        fence.grid
        k = fetch_add [8], 1
        last = k == 3
        bz last, no
        t = [0]
no:     sync
        stop
.expect lockstep trap race 11 warp 3
.expect volta trap race 11 warp 3
.covers FE race
