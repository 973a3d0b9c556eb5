; `branch_mask` with a thread that was active when the block was entered: all threads of the block branch.
.threads 4
.active 1 3
        everywhere
        x = 1
        branch_mask 3, yes
        x = 2
yes:    end_everywhere
        stop
.expect stop
.expect active 1 3
.expect var x: 1 1 1 1
.expect steps 5
.expect stat by_instruction.branch_mask == 1
.covers BA
