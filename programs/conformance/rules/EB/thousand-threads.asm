; One thread of 1000 opens a block, and all of them work in it.
.threads 1000
.active 517
.memory 0: 0 0
        n = atomic_inc [0]
        everywhere
        n = atomic_inc [1]
        end_everywhere
        n = atomic_inc [0]
        stop
.expect stop
.expect active 517
.expect memory 0: 2 1000
.expect steps 6
.expect stat lanes_woken == 999
.expect stat active_lane_instructions == 2004
.covers EB EE
