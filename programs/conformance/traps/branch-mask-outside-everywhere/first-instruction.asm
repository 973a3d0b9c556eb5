; `branch_mask` as the first instruction: no block is open, and there is no mask to test.
.threads 32
        branch_mask 0, end
end:    stop
.expect trap branch-mask-outside-everywhere 3
.expect active 0-31
.expect steps 0
.covers branch-mask-outside-everywhere
