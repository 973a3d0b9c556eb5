; The mask of the block is the half that entered it, though all threads are active.
.threads 4
        x = tid
        c = tid < 2
        bz c, join
        everywhere
        shfl x, 3               ; warning: sleeping-lane
        [tid] = x
        end_everywhere
join:   sync
        stop
.expect trap undefined-variable 8
