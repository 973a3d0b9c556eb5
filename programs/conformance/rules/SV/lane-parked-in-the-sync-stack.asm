; SV: inside of a block a lane that waits in the synchronisation stack is in the mask, and is read.
.threads 4
        everywhere
        x = tid + 100
        high = tid >= 2
        bnz high, join      ; 2 and 3 wait
        shfl x, 3           ; 0 and 1 read a lane that waits
join:   sync
        end_everywhere
        stop
.expect var x: 103 103 102 103
.covers SV BD
