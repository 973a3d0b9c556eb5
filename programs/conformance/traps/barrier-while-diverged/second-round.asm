; A loop with its test at the bottom: the first round passes the barrier, and the second finds the loop's entry.
.threads 1000
.memory 0: 0
        i = 0
again:  i = i + 1
        n = atomic_inc [0]
        barrier
        more = i < 3
        bnz more, again
        sync
        stop
.expect trap barrier-while-diverged 7
.expect active 0-999
.expect memory 0: 2000
.expect steps 8
.expect stat by_instruction.barrier == 1
.covers barrier-while-diverged BR BT
