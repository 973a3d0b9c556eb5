; NVIDIA/cuda-samples#398, fixed: the branch contains only the load. All threads reduce, those without a partial sum
; with 0, so every lane that is read is active and has a value.
.threads 8
.const PARTIAL 0
.const EXTENT 1
.memory PARTIAL: 36
        sum = 0
        mine = tid < EXTENT
        bz mine, join
        a = tid + PARTIAL
        sum = [a]
join:   sync
        offset = 4
loop:   bz offset, done
        other = sum
        k = tid ^ offset
        shfl other, k
        sum = sum + other
        offset = offset / 2
        jump loop
done:   sync
        stop
.expect stop
.expect var sum: 36 36 36 36 36 36 36 36
.expect stat branches_divergent == 1
