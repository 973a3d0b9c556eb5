; The missing block is checked before the operand, which is undefined.
.threads 2
        branch_mask v, end
end:    v = 1
        stop
.expect trap branch-mask-outside-everywhere 3
.expect active 0-1
.expect var v: _ _
.expect steps 0
.covers branch-mask-outside-everywhere
