; Seven threads have one word to add, and one thread has eight: the warp takes as long as its slowest thread.
.threads 8
        n = 1
        long = tid == 5
        bz long, ready
        n = 8
ready:  sync
        s = 0
loop:   bz n, done
        s = s + n
        n = n - 1
        jump loop
done:   sync
        [tid] = s
        stop
.expect memory 0: 1 1 1 1 1 36 1 1
.expect stat simd_efficiency < 0.5
