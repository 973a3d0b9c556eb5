; A barrier between; each thread's own words; loads, or increments, of one word.
.threads 8
.memory 8: 0
.memory 20: 5
        [tid] = tid
        next = tid + 1
        barrier
        x = [next]
        barrier
        [next] = x
        y = [next]
        n = atomic_inc [20]
        m = atomic_inc [20]
        k = [21]
        c = tid < 4
        bz c, join
        z = tid + 30
        [z] = 1
join:   sync
        stop
.memory 21: 6
.expect stop
