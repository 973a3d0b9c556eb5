; The default is C++: the store of a word that the block has seen (line 11) is a race.
.steps 300
.threads 1
.block 1
.grid 2
.memory 1: 0
        bz bid, z
l:      f = load.relaxed.grid [1]
        bz f, l
        sync
        [1] = 0
        jump j
z:      store.relaxed.grid [1], 1
j:      sync
        stop
.expect lockstep trap race 11
.expect volta trap race 11
.covers race AT ST
