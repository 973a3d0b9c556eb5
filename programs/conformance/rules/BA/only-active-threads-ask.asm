; In each half of a conditional of the block all threads get one answer, though the whole block would disagree.
.threads 32
.active 0-15
        everywhere
        low = tid < 16
        bz low, rest
        branch_mask tid, yes
        x = 1
        jump join
yes:    x = 2
        jump join
rest:   branch_mask tid, wrong
        x = 3
        jump join
wrong:  x = 4
join:   sync
        end_everywhere
        stop
.expect stop
.expect active 0-15
.expect var x: 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3
.expect steps 13
.expect stat by_instruction.branch_mask == 2
.covers BA BI
