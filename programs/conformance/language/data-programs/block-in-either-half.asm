; Blocks in both halves: each has the mask of its own half.
.threads 4
        x = tid
        y = tid
        c = tid < 2
        bz c, second
        everywhere
        shfl x, 2           ; not in the mask {0, 1}
        end_everywhere
        jump join
second: everywhere
        shfl y, 2           ; in the mask {2, 3}
        end_everywhere
join:   sync
        stop
.expect var x: _ _ _ _
.expect var y: 2 2 2 2
.covers SI SV
