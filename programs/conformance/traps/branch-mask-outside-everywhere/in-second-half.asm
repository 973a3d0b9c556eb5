; The first half tests in its block, the half that runs second without one.
.threads 4
        bz tid, second
        everywhere
        branch_mask 1, yes
yes:    end_everywhere
        jump join
second: branch_mask 0, join
join:   sync
        stop
.expect trap branch-mask-outside-everywhere 8
.expect active 0
.expect steps 6
.covers branch-mask-outside-everywhere BA SS
