; A data instruction is one step, whatever the number of threads.
.threads 1000
        x = tid
        y = x + 1
        [tid] = y
        stop
.expect stop
.expect memory 998: 999 1000
.expect steps 4
.expect stat active_lane_instructions == 4000
.covers IT
