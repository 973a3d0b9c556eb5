; Everybody who is still in the loop exits, two conditionals deep: those that had left the loop run its exit code.
.threads 4
        i = 0
l:      c = i < tid
        bz c, e
        i = i + 1
        d = i == 2
        bz d, on
        exit
on:     sync
        jump l
e:      x = i
        sync
        stop
.expect lockstep stop
.expect lockstep active: 0 1
.expect lockstep exited: 2 3
.expect lockstep var i: 0 1 2 2
.expect lockstep var x: 0 1 _ _
.expect volta stop
.expect volta active: 0 1
.expect volta exited: 2 3
.expect volta var i: 0 1 2 2
.expect volta var x: 0 1 _ _
.covers EX
