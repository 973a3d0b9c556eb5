; A thread with fewer than 50 points need not be asked for 75: so that question is inside.
        x = [tid]
        r = 1
        c = x >= 50
        bz c, end50
        r = 2
        c = x >= 75
        bz c, end75
        r = 3
        c = x >= 90
        bz c, end90
        r = 4
end90:  sync
end75:  sync
end50:  sync
        a = tid + warp_size
        [a] = r
        stop
