; Two blocks, each within a conditional of its own: the inner block's Π is empty anyway.
.threads 33
        bz tid, join
        everywhere
        bnz tid, out
        everywhere
        sync
        end_everywhere
out:    sync
        end_everywhere
join:   sync
        stop
.expect trap sync-without-branch 7
.expect active 0-32
.expect steps 4
.expect stat max_context_depth == 2
.expect stat lanes_woken == 33                  ; 1, then 32
.covers sync-without-branch EB
