; A block barrier in a loop that thread 1 repeats once and thread 0 never. In lock step thread 0 waits at the `sync`, so the
; warp is not whole at the barrier; independent threads: thread 0 has stopped, and the barrier is for thread 1 alone.
.threads 2
        i = 0
l:      c = i < tid
        bz c, e
        block_barrier
        i = i + 1
        jump l
e:      sync
        stop
.expect lockstep trap barrier-while-diverged 7 threads: 1
.expect volta stop
.expect volta var i: 0 1
.expect volta warning barrier-exited
.covers BB barrier-while-diverged
