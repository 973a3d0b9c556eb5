; Figure 5: who took part, by round: example 75 of section 12 of docs/semantics.md.
.threads 2
.fill 0 3 0
.steps 300
.expect lockstep stack minpc masks maximal uniform barriers stop
.expect lockstep stack minpc masks maximal uniform barriers memory 0: 1 2 3
.expect lockstep stack minpc masks maximal uniform barriers var b: 3 3
.expect volta stop
.expect volta memory 0: 1 2 3
.expect volta var b: 1 2

        i = 0
l:      c = i < 3
        bz c, x
        a = tid == i
        d = i == 2
        a = a | d
        bz a, s
        b = ballot 1
        u = fetch_or [i], b
s:      sync
        i = i + 1
        jump l
x:      sync
        stop
