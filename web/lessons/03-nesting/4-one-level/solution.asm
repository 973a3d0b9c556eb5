        x = [tid]
        r = 1
        c = x >= 50
        bz c, end50
        r = 2
end50:  sync
        c = x >= 75
        bz c, end75
        r = 3
end75:  sync
        c = x >= 90
        bz c, end90
        r = 4
end90:  sync
        a = tid + warp_size
        [a] = r
        stop
