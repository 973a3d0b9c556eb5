; Two blocks load a word, and the first one stores to it.
.threads 1
.block 1
.grid 2
.memory 0: 1 0
        x = [0]
        k = fetch_add [1], 1
        bnz bid, e
        [0] = 2
e:      sync
        stop
.expect lockstep trap race 9
.expect volta trap race 9
.covers race
