; One thread exits in the loop's body; the threads that have left the loop still wait for the others at its `sync`.
.threads 4
        i = 0
l:      c = i < tid
        bz c, e
        d = tid == 3
        bz d, on
        exit
on:     sync
        i = i + 1
        jump l
e:      sync
        x = tid
        stop
.expect lockstep stop
.expect lockstep active: 0 1 2
.expect lockstep exited: 3
.expect lockstep var i: 0 1 2 0
.expect lockstep var x: 0 1 2 _
.expect volta stop
.expect volta active: 0 1 2
.expect volta exited: 3
.expect volta var i: 0 1 2 0
.expect volta var x: 0 1 2 _
.covers EX SS SP
