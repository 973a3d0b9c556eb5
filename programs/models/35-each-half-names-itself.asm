; Each half names itself: example 35 of section 12 of docs/semantics.md.
.threads 4
.steps 300
.expect lockstep stack minpc masks maximal uniform barriers volta stop
.expect lockstep stack minpc masks maximal uniform barriers volta var v: 3 3 12 12

        c = tid < 2
        bz c, e
        v = vote.ballot 3, 1
        jump j
e:      v = vote.ballot 12, 1
j:      sync
        stop
