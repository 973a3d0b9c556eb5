; `stop` with 998 of 1000 threads active: the first and the last were never active.
.threads 1000
.active 1-998
.memory 0: 0
        n = atomic_inc [0]
        stop
.expect stop
.expect active 1-998
.expect var n: _ 1 2 3
.expect memory 0: 998
.expect stat active_lane_instructions == 1996
.covers STOP
