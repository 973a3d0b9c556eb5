; TL: a single active thread among 1000 makes a step of one lane.
.threads 1000
.active 500
        x = tid
        stop
.expect steps 2
.expect stat active_lane_instructions == 2
.expect stat simd_efficiency == 0.001
.expect active: 500
.covers TL
