; Maximum of any number.
.threads 8
.memory 0: 3 9 4 1 5 2 6 0
        m = [tid]
        d = 1
loop:   more = d < warp_size
        bz more, done
        k = tid + d
        k = k % warp_size       ; a ring: some words are taken twice
        other = m
        shfl other, k
        m = max m, other
        d = d * 2
        jump loop
done:   sync
        a = tid + warp_size
        [a] = m
        stop
.expect memory 8: 9 9 9 9 9 9 9 9
.expect stat by_instruction.shfl <= 6
.expect stat memory_requests == 2
