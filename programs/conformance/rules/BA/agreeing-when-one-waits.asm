; The premise just fails: where the one thread that differs waits, the others agree, and BA holds.
.threads 4
.active 0-2
        everywhere
        three = tid == 3
        bnz three, join         ; thread 3 waits
        branch_mask tid, join
        x = 1
join:   sync
        end_everywhere
        stop
.expect stop
.expect active 0-2
.expect var x: _ _ _ _
.expect steps 8
.covers BA
