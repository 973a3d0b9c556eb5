; The mask goes with the block: after its end there is none.
.threads 4
.active 1 2
        everywhere
        branch_mask 1, in
in:     end_everywhere
        branch_mask 1, end
        x = 1
end:    stop
.expect trap branch-mask-outside-everywhere 7
.expect active 1-2
.expect steps 3
.expect stat by_instruction.branch_mask == 1
.covers branch-mask-outside-everywhere EE
