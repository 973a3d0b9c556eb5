; In a nested if: the outer join moves: example 21 of section 12 of docs/semantics.md.
.threads 4
.steps 300
.expect lockstep minpc masks maximal stop
.expect lockstep minpc masks maximal var m: _ 14 14 14
.expect stack uniform barriers stop
.expect stack uniform barriers var m: _ 2 12 12
.expect volta stop
.expect volta var m: _ 2 12 12
.expect volta warning activemask

        c = tid < 2
        bz c, j
        bnz tid, i
        exit
i:      sync
j:      sync
        m = activemask
        stop
