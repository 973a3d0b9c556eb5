; LeelaChessZero/lc0#2420, fixed: no thread returns early. Threads without work skip the load and the store, and take
; part in the sum with 0.
.threads 8
.const COUNT 6
.iota 0 6 1
        in = tid < COUNT
        s = 0
        bz in, ready
        s = [tid]
ready:  sync
        offset = 4
loop:   bz offset, done
        other = s
        k = tid ^ offset
        shfl other, k
        s = s + other
        offset = offset / 2
        jump loop
done:   sync
        bz in, join
        [tid] = s
join:   sync
        stop
.expect stop
.expect memory 0: 21 21 21 21 21 21 _ _
