; The same program, but all threads agree: the other side costs nothing.
.threads 8
        odd = 1
        bz odd, even
        x = 100
        jump join
even:   x = 200
join:   sync
        [tid] = x
        stop
.expect memory 0: 100 100 100 100 100 100 100 100
.expect stat branches_divergent == 0
.expect steps 7
