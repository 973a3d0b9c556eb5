; Two warps of a block load a word, and the first one stores to it.
.threads 1
.block 2
.memory 0: 1 0
        x = [0]
        k = fetch_add [1], 1
        bnz wid, e
        [0] = 2
e:      sync
        stop
.expect lockstep trap race 8
.expect volta trap race 8
.covers race
