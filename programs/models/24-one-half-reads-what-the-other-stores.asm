; One half reads what the other stores: example 24 of section 12 of docs/semantics.md.
.threads 2
.memory 0: 0
.steps 300
.expect lockstep minpc masks stop
.expect lockstep minpc masks var x: _ 7
.expect stack stop
.expect stack var x: _ 7
.expect stack warning side
.expect maximal uniform barriers trap race 17
.expect maximal uniform barriers warning side
.expect volta trap race 17

        bnz tid, e
        [0] = 7
        jump j
e:      x = [0]
j:      sync
        stop
