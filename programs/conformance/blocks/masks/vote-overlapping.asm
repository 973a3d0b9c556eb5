; Threads 0 and 1 name each other, thread 2 names 1 and 2, thread 3 names 2 and 3: in lock step thread 2 is the lowest whose
; group is not complete. Independent threads: each group waits until those of another mask have stopped.
.threads 4
        m = 3
        c = tid == 2
        bz c, a
        m = 6
a:      sync
        c = tid == 3
        bz c, b
        m = 12
b:      sync
        y = vote.all m, 1
        stop
.expect lockstep trap collective-mask 13 threads: 2
.expect volta stop
.expect volta warning collective-exited 13
.covers VO collective-mask
