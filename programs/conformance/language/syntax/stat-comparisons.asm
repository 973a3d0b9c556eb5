; .expect stat knows == != < <= > >=, and decimals.
.threads 4
        bz tid, join        ; 4 lanes
        x = 1               ; 3
join:   sync                ; 3, then 1
        stop                ; 4
.expect steps 5
.expect stat steps == 5
.expect stat active_lane_instructions == 15
.expect stat simd_efficiency == 0.75
.expect stat simd_efficiency > 0.7
.expect stat simd_efficiency < 0.8
.expect stat branches_divergent != 0
.expect stat branches_divergent <= 1
.expect stat max_sync_depth >= 1
.expect stat by_instruction.sync == 2
.expect stat by_instruction.shfl == 0
.covers BD SS SP
