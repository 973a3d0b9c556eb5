; apache/tvm#17307 and apache/tvm#12274, fixed: the whole warp is started. A thread without an element uses the
; identity of the operation, the smallest word for a maximum, and all lanes reduce.
.threads 16
.const DATA 0
.const COUNT 11
.const SMALLEST -9223372036854775808
.memory DATA: -9 -8 -12 -7 -20 -15 -11 -31 -6 -10 -14
        m = SMALLEST
        mine = tid < COUNT
        bz mine, join
        a = tid + DATA
        m = [a]
join:   sync
        offset = 8
loop:   bz offset, done
        other = m
        k = tid ^ offset
        shfl other, k
        m = max m, other
        offset = offset / 2
        jump loop
done:   sync
        stop
.expect stop
.expect var m: -6 -6 -6 -6 -6 -6 -6 -6 -6 -6 -6 -6 -6 -6 -6 -6
