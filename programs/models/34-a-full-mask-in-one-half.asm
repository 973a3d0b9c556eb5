; A full mask in one half: example 34 of section 12 of docs/semantics.md.
.threads 2
.steps 300
.expect lockstep stack minpc barriers trap collective-mask 12
.expect masks maximal uniform stop
.expect masks maximal uniform var v: _ 2
.expect volta stop
.expect volta var v: _ 2
.expect volta warning collective-exited

        bz tid, e
        v = vote.ballot 3, 1
e:      sync
        stop
