; In each round of a loop one thread exits. At the last exit no thread is left, and the warp has stopped, in the middle of
; the loop.
.threads 3
        i = 0
l:      c = i == tid
        bz c, on
        exit
on:     sync
        i = i + 1
        jump l
.expect lockstep stop
.expect lockstep var i: 0 1 2
.expect lockstep active:
.expect lockstep exited: 0 1 2
.expect volta stop
.expect volta var i: 0 1 2
.expect volta active:
.expect volta exited: 0 1 2
.covers EX
