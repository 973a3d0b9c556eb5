; The tested lane moves on in each round, until thread 2's is past the last one that was active.
.threads 8
.active 0-3
        lane = 0
        everywhere
        lane = min tid, 2
loop:   branch_mask lane, next
        stop
next:   lane = lane + 1
        jump loop
.expect trap branch-mask-divergent 7
.expect active 0-7
.expect var lane: 2 3 4 4 4 4 4 4
.expect steps 9
.expect stat by_instruction.branch_mask == 2
.covers branch-mask-divergent BA
