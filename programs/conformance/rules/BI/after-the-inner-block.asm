; When the inner block has ended, the mask is the outer block's again, which thread 2 is not in.
.threads 4
.active 0-1
        everywhere
        everywhere
        end_everywhere
        branch_mask 2, yes
        x = 1
yes:    end_everywhere
        stop
.expect stop
.expect active 0-1
.expect var x: 1 1 1 1
.expect steps 7
.covers BI EE
