; Atomics in both halves: example 25 of section 12 of docs/semantics.md.
.threads 2
.memory 0: 0
.steps 300
.expect lockstep minpc masks stop
.expect lockstep minpc masks var x: 1 0
.expect stack maximal uniform barriers stop
.expect stack maximal uniform barriers var x: 1 0
.expect stack maximal uniform barriers warning side
.expect volta stop
.expect volta var x: 0 1

        bz tid, e
        x = fetch_add [0], 1
        jump j
e:      x = fetch_add [0], 1
j:      sync
        stop
