; In both halves: example 46 of section 12 of docs/semantics.md.
.threads 2
.steps 300
.expect lockstep minpc masks trap barrier-while-diverged 15
.expect stack maximal uniform trap barrier-while-diverged 15
.expect stack maximal uniform warning side
.expect barriers stop
.expect barriers var m: 3 3
.expect barriers warning barrier-instructions
.expect volta stop
.expect volta var m: 1 2
.expect volta warning barrier-instructions

        bz tid, e
        block_barrier
        jump j
e:      block_barrier
j:      sync
        m = activemask
        stop
