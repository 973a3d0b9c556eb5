; After the block, 999 of 1000 threads are active again, and the restored variable is theirs.
.threads 1000
.registers restore
.active 1-999
.memory 0: 0
        x = 1
        everywhere
        x = 0
        end_everywhere
        bz x, skip
        n = atomic_inc [0]
skip:   sync
        stop
.expect stop
.expect active 1-999
.expect memory 0: 999
.expect steps 8
.expect stat branches_uniform == 1
.covers EE
