; Each thread sums a column of eight words: at each step, eight words that are neighbours.
.threads 8
.iota 0 64 1
        a = tid
        s = 0
loop:   more = a < 64
        bz more, done
        x = [a]
        s = s + x
        a = a + warp_size
        jump loop
done:   sync
        a = tid + 64
        [a] = s
        stop
.expect memory 64: 232 240 248 256 264 272 280 288
.expect stat memory_requests == 9
