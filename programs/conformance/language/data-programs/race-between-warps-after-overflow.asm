; Trap order: an increment conflicts with another warp's store, and does not fit.
.threads 1
.warps 2
        bnz wid, count
        [0] = 9223372036854775807
        jump join
count:  n = atomic_inc [0]
join:   sync
        stop
.expect trap overflow 7
.covers overflow
