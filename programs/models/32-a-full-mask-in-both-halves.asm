; A full mask in both halves: example 32 of section 12 of docs/semantics.md.
.threads 2
.steps 300
.expect lockstep minpc trap collective-mask 18
.expect stack trap collective-mask 18
.expect stack warning side
.expect masks maximal uniform stop
.expect masks maximal uniform var v: 1 2
.expect masks maximal uniform var m: 3 3
.expect barriers stop
.expect barriers var v: 3 3
.expect barriers var m: 3 3
.expect volta stop
.expect volta var v: 3 3
.expect volta var m: 1 2

        bz tid, e
        v = vote.ballot 3, 1
        jump j
e:      v = vote.ballot 3, 1
j:      sync
        m = activemask
        stop
