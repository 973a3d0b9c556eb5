; `bnz tid`: thread 0 continues alone, the others wait at the target.
.threads 4
        bnz tid, others
        x = 1
        jump join
others: x = 2
join:   sync
        stop
.expect stop
.expect active 0-3
.expect var x: 1 2 2 2
.expect stat active_lane_instructions == 17     ; 4 + 3 × 1 + 2 × 3 + 4
.covers BD
