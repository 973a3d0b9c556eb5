; branch-mask-divergent: a control trap reports all of Θ.
.threads 4
.active 1 3
        everywhere
        branch_mask tid, end
end:    end_everywhere
        stop
.expect trap branch-mask-divergent 5 threads: 0-3
.covers branch-mask-divergent
