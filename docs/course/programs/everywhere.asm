; The even threads sleep at the branch. In the block all threads run; at its end the even ones sleep again.
.threads 8
        odd = tid % 2
        bz odd, join
        everywhere
        x = tid * 10
        [tid] = x
        end_everywhere
        y = 1
join:   sync
        stop
.expect memory 0: 0 10 20 30 40 50 60 70
.expect var y: _ 1 _ 1 _ 1 _ 1
.expect stat lanes_woken == 4
