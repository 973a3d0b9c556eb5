; Right for these words. For which words is it wrong?
.threads 8
.memory 0: 5 60 20 3 90 30 7 55
        x = [tid]
        low = x < 10
        bz low, other
        x = x + 100
        jump join
other:  high = x > 50
        bz high, join
        x = x / 2
join:   sync
        sync
        a = tid + warp_size
        [a] = x
        stop
.expect memory 8: 105 30 20 103 45 30 107 27
