; A thread that was never active exists and is missing.
.threads 4
.active 0 2
        block_barrier
        stop
.expect lockstep trap barrier-while-diverged 4 threads: 0 2
.covers barrier-while-diverged
