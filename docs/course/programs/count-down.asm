; A loop that each thread leaves after a different number of rounds. They wait for the last one.
.threads 8
        n = tid
        rounds = 0
loop:   bz n, done
        n = n - 1
        rounds = rounds + 1
        jump loop
done:   sync
        [tid] = rounds
        stop
.expect memory 0: 0 1 2 3 4 5 6 7
.expect steps 35
.expect stat simd_efficiency < 0.6
