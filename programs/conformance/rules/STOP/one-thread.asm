; A warp of one thread: a step of one thread of one is full efficiency.
.threads 1
        x = tid
        stop
.expect stop
.expect active 0
.expect var x: 0
.expect steps 2
.expect stat active_lane_instructions == 2
.expect stat simd_efficiency == 1
.covers STOP
