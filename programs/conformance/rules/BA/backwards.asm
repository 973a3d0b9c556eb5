; `branch_mask` as the end of a loop: it repeats while the lane is in the mask, and Π stays empty.
.threads 8
.active 0-4
        everywhere
        lane = 0
loop:   lane = lane + 1
        branch_mask lane, loop  ; 1 2 3 4, and not 5
        end_everywhere
        stop
.expect stop
.expect active 0-4
.expect var lane: 5 5 5 5 5 5 5 5
.expect steps 14
.expect stat by_instruction.branch_mask == 5
.expect stat max_sync_depth == 0
.covers BA BI
