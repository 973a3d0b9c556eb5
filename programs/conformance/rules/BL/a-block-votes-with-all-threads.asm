; BL: in a block that nothing has diverged in, Θ is Θ_all, though Θ_mask is who was active when it began.
.threads 4
.active 1-2
        everywhere
        v = ballot 1
        end_everywhere
        w = ballot 1
        stop
.expect var v: 15 15 15 15
.expect var w: _ 6 6 _
.covers BL EB EE
