; The same in reach of no join: example 33 of section 12 of docs/semantics.md.
.threads 2
.steps 300
.expect lockstep minpc trap collective-mask 14
.expect stack trap collective-mask 14
.expect stack warning side
.expect masks maximal uniform error
.expect barriers stop
.expect barriers var v: 3 3
.expect barriers var m: 1 2
.expect volta trap stop-while-diverged 19

        bz tid, e
        v = vote.ballot 3, 1
        m = activemask
        stop
e:      v = vote.ballot 3, 1
        m = activemask
        stop
