; Two warps of a block load a word, and the second one stores to it.
.threads 1
.block 2
.memory 0: 1
        x = [0]
        bz wid, e
        [0] = 2
e:      sync
        stop
.expect lockstep trap race 7
.expect volta trap race 7
.covers race
