; BL: it is Θ that votes, not Θ_mask: in a block, a conditional narrows Θ and leaves Θ_mask as it was.
.threads 4
.active 0-1
        everywhere
        v = 0
        c = tid & 1
        bz c, end
        v = ballot 1     ; threads 1 and 3, of which Θ_mask has only 1
end:    sync
        end_everywhere
        stop
.expect var v: 0 10 0 10
.covers BL
