; A loop whose branch is at its end: threads that do not repeat it wait, and one of the others exits. The rest goes on.
.threads 4
        i = 0
l:      i = i + 1
        d = i == 2
        e = tid == 3
        d = d & e
        bz d, g
        exit
g:      sync
        c = i > tid
        bz c, l
        sync
        x = i
        stop
.expect lockstep stop
.expect lockstep active: 0 1 2
.expect lockstep exited: 3
.expect lockstep var x: 1 2 3 _
.expect volta stop
.expect volta active: 0 1 2
.expect volta exited: 3
.expect volta var x: 1 2 3 _
.covers EX SS SP
