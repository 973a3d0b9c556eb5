; Between the warps of one block `fence.block` is enough.
.threads 1
.block 2
.memory 8: 0
        p = wid + 5
        [wid] = p
        fence.block
        k = fetch_add [8], 1
        bz k, e
        fence.block
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
.covers FE
