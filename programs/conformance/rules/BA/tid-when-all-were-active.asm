; Each thread tests itself; all 64 were active at the entry, so all agree.
.threads 64
        everywhere
        branch_mask tid, yes
        x = 1
yes:    end_everywhere
        stop
.expect stop
.expect var x: _ _
.expect steps 4
.covers BA
