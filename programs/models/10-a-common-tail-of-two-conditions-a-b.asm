; A common tail of two conditions (a || b): example 10 of section 12 of docs/semantics.md.
.threads 4
.steps 300
.expect lockstep volta trap stop-while-diverged 19
.expect stack barriers stop
.expect stack barriers var m: 1 2 _ _
.expect stack barriers var k: 15 15 15 15
.expect minpc stop
.expect minpc var m: 3 3 _ _
.expect minpc var k: 15 15 15 15
.expect masks maximal uniform error

        a = tid == 0
        bnz a, s
        b = tid == 1
        bz b, j
s:      m = activemask
j:      k = activemask
        stop
