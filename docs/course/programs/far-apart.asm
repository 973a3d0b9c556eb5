; Each thread sums a row of eight words: at each step, eight words that are far apart.
.threads 8
.iota 0 64 1
        a = tid * 8
        end = a + 8
        s = 0
loop:   more = a < end
        bz more, done
        x = [a]
        s = s + x
        a = a + 1
        jump loop
done:   sync
        a = tid + 64
        [a] = s
        stop
.expect memory 64: 36 100 164 228 292 356 420 484
.expect stat memory_requests == 9
