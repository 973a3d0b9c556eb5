; Each thread tests itself in a block that woke some: those say no, the others yes.
.threads 32
.active 0-15
        everywhere
        branch_mask tid, yes
yes:    end_everywhere
        stop
.expect trap branch-mask-divergent 5
.expect active 0-31
.expect steps 1
.covers branch-mask-divergent
