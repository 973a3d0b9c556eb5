; If the thread is even, skip the addition.
        even = tid % 2
        even = even == 0
        a = tid
        bnz even, load
        a = tid + warp_size
load:   sync
        x = [a]
        a = warp_size * 2
        a = a + tid
        [a] = x
        stop
