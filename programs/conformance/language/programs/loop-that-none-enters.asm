; The first test sends all threads after the loop: one uniform branch, one `sync`.
.threads 1000
.memory 0: 0
        i = 0
loop:   more = i < 0
        bz more, done
        n = atomic_inc [0]
        i = i + 1
        jump loop
done:   sync
        stop
.expect stop
.expect active 0-999
.expect memory 0: 0
.expect steps 5
.expect stat branches_uniform == 1
.expect stat by_instruction.sync == 1
.covers BT SP
