; Then a conditional: example 22 of section 12 of docs/semantics.md.
.threads 3
.steps 300
.expect lockstep stack minpc masks maximal barriers stop
.expect lockstep stack minpc masks maximal barriers var m: 3 3 _
.expect uniform volta stop
.expect uniform volta var m: 1 2 _

        c = tid == 2
        bz c, g
        exit
g:      sync
        bz tid, j
        x = 1
j:      sync
        m = activemask
        stop
