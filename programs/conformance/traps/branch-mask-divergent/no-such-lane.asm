; All threads were active, but thread 1 tests a thread that does not exist.
.threads 2
        everywhere
        lane = tid * 2
        branch_mask lane, yes
yes:    end_everywhere
        stop
.expect trap branch-mask-divergent 5
.expect active 0-1
.expect steps 2
.covers branch-mask-divergent
