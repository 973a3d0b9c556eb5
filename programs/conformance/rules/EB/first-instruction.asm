; A block as the first instruction, and its end as the last before `stop`.
.threads 33
.active 32
.memory 0: 0
        everywhere
        n = atomic_inc [0]
        end_everywhere
        stop
.expect stop
.expect active 32
.expect memory 0: 33
.expect steps 4
.expect stat lanes_woken == 32
.covers EB EE
