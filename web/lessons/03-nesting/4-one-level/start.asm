; Right, but three entries deep in Π. Grades at N + t for the points at t.
; Wanted, memory 8: 4 3 2 1 4 3 2 1
.threads 8
.memory 0: 95 80 60 20 90 75 50 49
        x = [tid]
        c = x >= 90
        bz c, below90
        r = 4
        jump end90
below90:
        c = x >= 75
        bz c, below75
        r = 3
        jump end75
below75:
        c = x >= 50
        bz c, below50
        r = 2
        jump end50
below50:
        r = 1
end50:  sync
end75:  sync
end90:  sync
        a = tid + warp_size
        [a] = r
        stop
