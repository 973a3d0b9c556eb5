; Different values, in two halves: example 57 of section 12 of docs/semantics.md.
.threads 2
.steps 300
.expect lockstep minpc masks stop
.expect lockstep minpc masks memory 0: 2
.expect stack stop
.expect stack memory 0: 2
.expect stack warning side
.expect maximal uniform barriers trap race 16
.expect maximal uniform barriers warning side
.expect volta trap race 14

        bz tid, e
        [0] = 1
        jump j
e:      [0] = 2
j:      sync
        stop
