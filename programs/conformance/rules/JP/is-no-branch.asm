; `jump` opens no conditional: Π is empty at the target, and the branch counts stay 0.
.threads 1
        jump on
on:     jump end
end:    stop
.expect stop
.expect steps 3
.expect stat branches_uniform == 0
.expect stat max_sync_depth == 0
.covers JP
