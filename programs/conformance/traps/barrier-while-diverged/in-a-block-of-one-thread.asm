; Nor in a warp of one thread, in which a block changes nothing else.
.threads 1
        everywhere
        barrier
        end_everywhere
        stop
.expect trap barrier-while-diverged 4
.expect active 0
.expect steps 1
.covers barrier-while-diverged
