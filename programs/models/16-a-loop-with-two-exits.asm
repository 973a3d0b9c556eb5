; A loop with two exits: example 16 of section 12 of docs/semantics.md.
.threads 3
.steps 300
.expect lockstep volta trap stop-while-diverged 16
.expect stack minpc barriers stop
.expect stack minpc barriers var m: 7 7 7
.expect masks maximal uniform error

        i = 0
l:      c = i == tid
        bnz c, x
        i = i + 1
        c = i == 2
        bz c, l
x:      m = activemask
        stop
