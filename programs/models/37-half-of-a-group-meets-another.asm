; Half of a group meets another: example 37 of section 12 of docs/semantics.md.
.threads 4
.steps 300
.expect lockstep minpc trap collective-mask 14
.expect stack trap collective-mask 14
.expect stack warning side
.expect masks maximal uniform stop
.expect masks maximal uniform var v: 3 3 4 8
.expect barriers volta stop
.expect barriers volta var v: 3 3 12 12

        c = tid == 3
        bz c, e
        v = vote.ballot 12, 1
        jump j
e:      k = 12
        c = tid < 2
        bz c, f
        k = 3
f:      sync
        v = vote.ballot k, 1
j:      sync
        stop
