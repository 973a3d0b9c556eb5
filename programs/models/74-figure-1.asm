; Figure 1: example 74 of section 12 of docs/semantics.md.
.threads 2
.steps 300
.expect lockstep stack minpc masks maximal uniform barriers stop
.expect lockstep stack minpc masks maximal uniform barriers var a: 3 3
.expect lockstep stack minpc masks maximal uniform barriers var b: 1 2
.expect lockstep stack minpc masks maximal uniform barriers var c: 3 3
.expect volta stop
.expect volta var a: 1 2
.expect volta var b: 1 2
.expect volta var c: 1 2

        a = ballot 1
        bnz tid, e
        b = ballot 1
        jump j
e:      b = ballot 1
j:      sync
        c = ballot 1
        stop
