; All threads are active, but a block is open.
.threads 4
        everywhere
        block_barrier
        end_everywhere
        stop
.expect lockstep trap barrier-while-diverged 4 threads: 0-3
.covers barrier-while-diverged
