; pytorch/pytorch#88096, fixed: the program decides which thread wins. Each thread checks whether a later thread has the
; same index; only threads without such a successor store.
.threads 5
.const INDEX 0
.const VALUE 8
.const OUT 16
.memory INDEX: 0 1 1 1 2
.memory VALUE: 50 61 72 83 94
        a = tid + INDEX
        i = [a]
        a = tid + VALUE
        v = [a]
        o = i + OUT
        lost = 0
        lane = 0
look:   more = lane < warp_size
        bz more, looked
        other = i
        shfl other, lane
        same = other == i
        later = lane > tid
        same = same & later
        lost = lost | same
        lane = lane + 1
        jump look
looked: sync
        bnz lost, join
        [o] = v
join:   sync
        stop
.expect stop
.expect memory 16: 50 83 94
