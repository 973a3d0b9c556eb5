; Inclusive prefix sums by doubling: in each round, threads with a lane to their left add that lane's sum.
.threads 8
        sum = tid + 1
        step = 1
loop:   more = step < warp_size
        bz more, done
        lane = tid - step
        other = sum
        lane = max lane, 0
        shfl other, lane
        has = tid >= step
        bz has, next
        sum = sum + other
next:   sync
        step = step * 2
        jump loop
done:   sync
        stop
.expect stop
.expect active 0-7
.expect var sum: 1 3 6 10 15 21 28 36
.expect stat branches_divergent == 3
.expect stat branches_uniform == 4
.covers BD SV
