; One thread can store for all: it uses the others' addresses.
        x = [tid]
        a = tid + warp_size
        calm = x >= 0
        bnz calm, join
        [a] = tid
join:   sync
        stop
