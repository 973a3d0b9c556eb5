; The block ends in the first round of the loop; the second round tests outside.
.threads 1
        i = 0
        everywhere
loop:   i = i + 1
        branch_mask 0, yes
yes:    end_everywhere
        jump loop
.expect trap branch-mask-outside-everywhere 6
.expect active 0
.expect var i: 2
.expect steps 7
.covers branch-mask-outside-everywhere JP
