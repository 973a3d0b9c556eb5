; Example 8, where the fence after the counter is of the block only: both fences must be of the grid. The load (line 14)
; races with the store of line 9.
; (Of independent threads: in ascending order.)
.threads 1
.block 1
.grid 2
.memory 8: 0
        p = bid + 5
        [bid] = p
        fence.grid
        k = fetch_add [8], 1
        bz k, e
        fence.block
        a = [0]
e:      sync
        stop
.expect lockstep trap race 14
.expect volta trap race 14
.covers race FE
