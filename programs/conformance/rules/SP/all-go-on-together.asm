; When both halves are done, all threads from before the branch continue at the next instruction.
.threads 33
.memory 0: 0
        odd = tid & 1
        bz odd, join
        x = 1
join:   sync
        n = atomic_inc [0]
        stop
.expect stop
.expect active 0-32
.expect memory 0: 33
.expect steps 7
.covers SP SS
