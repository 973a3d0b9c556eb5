; Two parties.
.threads 8
.memory 0: 12 15 30 7 10 21 44 13
        x = [tid]
        big = x > 9
        odd = x % 2
        bz odd, even
        here = ballot 1         ; the odd party
        high = ballot big
        jump join
even:   here = ballot 1         ; the even party
        high = ballot big
join:   sync
        all = here == high
        a = tid + warp_size
        [a] = all
        stop
.expect memory 8: 1 0 1 0 1 0 1 0
