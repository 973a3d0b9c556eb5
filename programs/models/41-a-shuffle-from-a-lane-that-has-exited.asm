; A shuffle from a lane that has exited: example 41 of section 12 of docs/semantics.md.
.threads 2
.steps 300
.expect lockstep minpc maximal uniform barriers volta stop
.expect lockstep minpc maximal uniform barriers volta var y: _ _
.expect lockstep minpc maximal uniform barriers volta warning collective-exited
.expect stack stop
.expect stack var y: _ _
.expect stack warning collective-exited
.expect stack warning side
.expect masks stop
.expect masks var y: 6 _
.expect masks warning collective-exited

        x = tid + 5
        bz tid, g
        exit
g:      sync
        y = shfl.idx 3, x, 1
        stop
