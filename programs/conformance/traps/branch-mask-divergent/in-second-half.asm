; The half that runs first agrees, the half that runs second does not.
.threads 8
.active 0-1 4-7
        everywhere
        high = tid & 4
        bz high, second
        branch_mask tid, join
        x = 1
second: branch_mask tid, join
        x = 2
join:   sync
        end_everywhere
        stop
.expect trap branch-mask-divergent 9
.expect active 0-3
.expect var x: _ _ _ _ _ _ _ _
.expect steps 5
.covers branch-mask-divergent BA SS
