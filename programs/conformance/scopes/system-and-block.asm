; An atomic of the system includes every thread, but that of block scope includes only those of its block: they race.
.steps 300
.order ascending
.threads 1
.block 1
.grid 2
.memory 0: 0
        bz bid, z
        v = fetch_add.relaxed.block [0], 1
        jump j
z:      v = fetch_add.relaxed.system [0], 1
j:      sync
        stop
.expect lockstep trap race 9
.expect volta trap race 9
.covers race AT
