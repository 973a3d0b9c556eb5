; One warp updates a word that another one of its block loads, after updates of another word.
.threads 2
.block 4
.memory 0: 1 0
        bnz wid, w
        k = fetch_add [0], 1
        jump j
w:      k = fetch_add [1], 1
        k = fetch_add [1], 1
        x = [0]
j:      sync
        stop
.expect lockstep trap race 10
.expect volta trap race 10
.covers race
