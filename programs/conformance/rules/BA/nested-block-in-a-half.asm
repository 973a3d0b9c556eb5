; A block in one half of a conditional of a block: its mask is that half, not the outer block's mask.
.threads 4
.active 0
        everywhere
        bz tid, join            ; threads 1 to 3 continue
        everywhere
        branch_mask 3, second
        x = 1
second: branch_mask 0, out
        y = 1
out:    end_everywhere
join:   sync
        end_everywhere
        stop
.expect stop
.expect active 0
.expect var x: _ _ _ _
.expect var y: 1 1 1 1
.expect steps 11
.covers BA BI
