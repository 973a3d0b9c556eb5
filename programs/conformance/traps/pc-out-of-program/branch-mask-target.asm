; `branch_mask` with a target past the last instruction, from two blocks deep.
.threads 1
        everywhere
        everywhere
        branch_mask 0, end
        stop
end:
.expect trap pc-out-of-program
.expect active 0
.expect steps 3
.expect stat max_context_depth == 2
.covers pc-out-of-program BA
