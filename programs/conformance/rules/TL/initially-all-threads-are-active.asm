; TL: without .active, and without .threads, all of 32 threads execute the instruction.
        x = 1
        stop
.expect active: 0-31
.expect var x: 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
.expect stat active_lane_instructions == 64
.covers TL CT
