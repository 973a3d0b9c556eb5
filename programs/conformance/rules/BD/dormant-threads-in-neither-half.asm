; Threads that were never active are in neither half, and do not wake at the join.
.threads 8
.active 1 4 6
        c = tid & 2
        bz c, low               ; 6 continues, 1 and 4 wait
        x = 1
        jump join
low:    x = 2
join:   sync
        y = tid
        stop
.expect stop
.expect active 1 4 6
.expect var x: _ 2 _ _ 2 _ 1 _
.expect var y: _ 1 _ _ 4 _ 6 _
.expect steps 9
.expect stat active_lane_instructions == 19     ; 4 × 3 + 3 × 1 + 2 × 2
.covers BD SS SP
