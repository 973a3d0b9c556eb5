; The threads disagree at a branch: the odd ones go first, the even ones wait.
.threads 8
        odd = tid % 2
        bz odd, even
        x = 100
        jump join
even:   x = 200
join:   sync
        [tid] = x
        stop
.expect memory 0: 200 100 200 100 200 100 200 100
.expect stat branches_divergent == 1
.expect steps 9
