; One half spins until the other stores: example 26 of section 12 of docs/semantics.md.
.threads 2
.memory 0: 0
.steps 300
.expect lockstep minpc masks limit
.expect stack maximal uniform limit
.expect stack maximal uniform warning side
.expect barriers volta stop
.expect barriers volta var x: 0 1

        bz tid, e
l:      x = fetch_or [0], 0
        bnz x, o
        jump l
o:      sync
        jump j
e:      x = fetch_add [0], 1
j:      sync
        stop
