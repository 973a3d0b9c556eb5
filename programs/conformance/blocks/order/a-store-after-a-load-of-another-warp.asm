; One warp loads a word that another one of its block stores.
.threads 2
.block 4
.memory 0: 1
        bnz wid, w
        x = [0]
        jump j
w:      [0] = 2
j:      sync
        stop
.expect lockstep trap race 8
.expect volta trap race 8
.covers race
