; Before a vote: example 19 of section 12 of docs/semantics.md.
.threads 4
.steps 300
.expect lockstep minpc masks maximal uniform barriers volta stop
.expect lockstep minpc masks maximal uniform barriers volta var v: 7 7 7 _
.expect lockstep minpc masks maximal uniform barriers volta warning collective-exited
.expect stack stop
.expect stack var v: 7 7 7 _
.expect stack warning collective-exited
.expect stack warning side

        c = tid == 3
        bz c, g
        exit
g:      sync
        v = vote.ballot 15, 1
        stop
