; The threads test different lanes, none of which was active.
.threads 8
.active 0-3
        everywhere
        lane = tid + 4          ; 4 to 11
        branch_mask lane, yes
        x = 1
yes:    end_everywhere
        stop
.expect stop
.expect var lane: 4 5 6 7 8 9 10 11
.expect var x: 1 1 1 1 1 1 1 1
.expect steps 6
.covers BI
