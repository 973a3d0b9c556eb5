; Without the fence before the counter the last block reads what nothing has ordered.
.threads 1
.block 1
.grid 4
.memory 8: 0
        [bid] = bid
        k = fetch_add [8], 1
        last = k == 3
        bz last, no
        fence.grid
        t = [0]
no:     sync
        stop
.expect lockstep trap race 11 warp 3
.expect volta trap race 11 warp 3
.covers FE race
