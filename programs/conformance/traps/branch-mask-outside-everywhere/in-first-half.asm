; A conditional is not a block: the mask of a half cannot be tested.
.threads 4
        bz tid, join
        x = 1
        branch_mask 1, join
join:   sync
        stop
.expect trap branch-mask-outside-everywhere 5
.expect active 1-3
.expect var x: _ 1 1 1
.expect steps 2
.covers branch-mask-outside-everywhere
