; Each block stores its part and counts itself; the block that comes last adds up the parts. The fences of the grid, with the
; counter between them, order the stores before the loads.
.threads 1
.block 1
.grid 2
.memory 8: 0
        p = bid + 5
        [bid] = p
        fence.grid
        k = fetch_add [8], 1
        bz k, e
        fence.grid
        a = [0]
        b = [1]
        s = a + b
        [9] = s
e:      sync
        stop
.expect lockstep stop
.expect lockstep memory 8: 2 11
.expect volta stop
.expect volta memory 8: 2 11
.covers FE AT
