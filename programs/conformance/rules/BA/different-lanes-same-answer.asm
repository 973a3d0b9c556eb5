; The threads test different lanes; it is enough that all the answers are yes.
.threads 8
.active 4-5
        everywhere
        lane = tid & 1
        lane = lane + 4
        branch_mask lane, yes
        x = 1
yes:    end_everywhere
        stop
.expect stop
.expect active 4-5
.expect var lane: 4 5 4 5 4 5 4 5
.expect var x: _ _ _ _ _ _ _ _
.expect steps 6
.covers BA
