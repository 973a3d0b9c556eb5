; 1000 threads test a lane that was active, except for thread 999, which tests one that was not.
.threads 1000
.active 7
        everywhere
        last = tid == 999
        lane = last + 7
        branch_mask lane, yes
yes:    end_everywhere
        stop
.expect trap branch-mask-divergent 7
.expect active 0-999
.expect steps 3
.covers branch-mask-divergent
