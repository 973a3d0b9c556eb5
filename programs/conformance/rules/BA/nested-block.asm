; The innermost block's entry counts: within two blocks all were active at the second one; within one, thread 0.
.threads 4
.active 0
        everywhere
        everywhere
        branch_mask 3, inner
        x = 1
inner:  end_everywhere
        branch_mask 3, outer
        y = 1
outer:  end_everywhere
        stop
.expect stop
.expect active 0
.expect var x: _ _ _ _
.expect var y: 1 1 1 1
.expect steps 8
.expect stat max_context_depth == 2
.covers BA BI
