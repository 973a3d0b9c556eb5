; Three ways, two branches.
.threads 8
.memory 0: 5 -2 0 -1 0 8 -6 6
        x = [tid]
        s = -1
        neg = x < 0
        bz neg, rest
        jump join               ; one branch so far
rest:   s = 0
        pos = x > 0
        bz pos, zero            ; the second
        s = 1
zero:   sync                    ; ends the second
join:   sync                    ; ends the first
        a = tid + warp_size
        [a] = s
        stop
.expect memory 8: 1 -1 0 -1 0 1 -1 1
