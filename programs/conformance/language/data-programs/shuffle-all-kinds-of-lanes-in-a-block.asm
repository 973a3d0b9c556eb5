; One shfl of a block with every kind of lane: active, waiting in Π, done, not in the mask, negative, N, and huge.
.threads 8
.active 0-5
        x = tid + 100
        everywhere          ; the mask is {0, ..., 5}
        low = tid < 4
        bnz low, first      ; 0 to 3 wait, 4 to 7 run first
        k = 0               ; a lane that waits
        c = tid == 5
        bz c, t7
        k = 4               ; an active lane
t7:     sync
        c = tid == 6
        bz c, t8
        k = 7               ; active, but not in the mask
t8:     sync
        c = tid == 7
        bz c, t9
        k = -1
t9:     sync
        shfl x, k
        jump join
first:  k = 5               ; a lane that has finished its half
        c = tid == 1
        bz c, t10
        k = 8               ; N
t10:    sync
        c = tid == 2
        bz c, t11
        k = 1 << 62
t11:    sync
        shfl x, k
join:   sync
        end_everywhere
        stop
.expect active: 0-5
.expect var x: 104 _ _ 104 100 104 _ _
.covers SV SI SS
