; The other way round: example 27 of section 12 of docs/semantics.md.
.threads 2
.memory 0: 0
.steps 300
.expect lockstep minpc masks barriers volta stop
.expect lockstep minpc masks barriers volta var x: 0 1
.expect stack maximal uniform stop
.expect stack maximal uniform var x: 0 1
.expect stack maximal uniform warning side

        bnz tid, e
        x = fetch_add [0], 1
        jump j
e:      x = fetch_or [0], 0
        bnz x, o
        jump e
o:      sync
j:      sync
        stop
