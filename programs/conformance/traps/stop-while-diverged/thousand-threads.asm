; One of 1000 threads continues and comes to `stop`; the others wait, and do not count.
.threads 1000
.memory 0: 0 0
        one = tid == 700
        bz one, others
        n = atomic_inc [0]
        stop
others: n = atomic_inc [1]
        sync
        stop
.expect trap stop-while-diverged 7
.expect active 700
.expect memory 0: 1 0
.expect steps 3
.covers stop-while-diverged
