; One sync at the end for the three of them.
        x = [tid]
        r = 1
        c = x >= 50
        bz c, end
        r = 2
        c = x >= 75
        bz c, end
        r = 3
        c = x >= 90
        bz c, end
        r = 4
end:    sync
        a = tid + warp_size
        [a] = r
        stop
