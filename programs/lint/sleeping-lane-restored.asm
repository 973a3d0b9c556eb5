; The end of the block restores the variable that the shuffle makes undefined.
.threads 4
.registers restore
        x = tid
        c = tid < 2
        bz c, join
        everywhere
        shfl x, 3
        end_everywhere
        x = x + 1
join:   sync
        stop
.expect stop
.expect var x: 1 2 2 3
