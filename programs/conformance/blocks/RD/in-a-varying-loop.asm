; In lock step the mask names a thread that has left the loop; of independent threads that thread has stopped.
.threads 2
        i = 0
l:      c = i < tid
        bz c, e
        s = reduce.add 3, 1
        i = i + 1
        jump l
e:      sync
        stop
.expect lockstep trap collective-mask 6 threads: 1
.expect volta stop
.expect volta var s: _ 1
.expect volta warning collective-exited 6
.covers RD collective-mask
