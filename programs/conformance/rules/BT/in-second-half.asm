; A uniform branch in the half that runs second is pushed on an entry whose Θ_done is not empty (E2).
.threads 2
        bz tid, second          ; thread 1 continues
        x = 1
        jump join
second: zero = 0
        bz zero, inner
        x = 2
inner:  sync
        y = 3
join:   sync
        stop
.expect stop
.expect active 0-1
.expect var x: _ 1
.expect var y: 3 _
.expect steps 10
.expect stat max_sync_depth == 2
.covers BT SS
