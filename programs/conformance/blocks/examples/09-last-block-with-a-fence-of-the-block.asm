; Example 8, where the fence before the counter is of the block only: it orders nothing for another block. The load (line
; 14) races with the store of line 9.
; (Of independent threads: in ascending order.)
.threads 1
.block 1
.grid 2
.memory 8: 0
        p = bid + 5
        [bid] = p
        fence.block
        k = fetch_add [8], 1
        bz k, e
        fence.grid
        a = [0]
        b = [1]
e:      sync
        stop
.expect lockstep trap race 14
.expect volta trap race 14
.covers race FE
