; Where do I begin?.
.threads 8
.memory 0: 3 1 4 1 5 9 2 6
        x = [tid]
        s = x
        d = 1
loop:   more = d < warp_size
        bz more, done
        k = tid - d
        k = max k, 0
        up = s
        shfl up, k
        has = tid >= d
        bz has, skip
        s = s + up
skip:   sync
        d = d * 2
        jump loop
done:   sync
        s = s - x               ; without the own items
        a = tid + warp_size
        [a] = s
        stop
.expect memory 8: 0 3 4 8 9 14 23 25
.expect stat by_instruction.shfl <= 6
.expect stat memory_requests == 2
