; Thread 2 exits in the inner of two loops, in a conditional: three conditionals are open, and the others go on in each.
.threads 3
        i = 0
o:      c = i < 2
        bz c, f
        k = 0
n:      d = k < tid
        bz d, e
        x = i == 1
        y = tid == 2
        z = x & y
        bz z, g
        exit
g:      sync
        k = k + 1
        jump n
e:      sync
        i = i + 1
        jump o
f:      sync
        stop
.expect lockstep stop
.expect lockstep active: 0 1
.expect lockstep exited: 2
.expect lockstep var i: 2 2 1
.expect lockstep var k: 0 1 0
.expect volta stop
.expect volta active: 0 1
.expect volta exited: 2
.expect volta var i: 2 2 1
.expect volta var k: 0 1 0
.covers EX SS SP
