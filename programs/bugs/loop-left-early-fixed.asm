; NVIDIA/cccl#854, fixed: a thread stays in the loop until the last thread of its group is done, and adds 0 once it has
; no more work. Groups may leave at different times, threads of one group may not.
.threads 8
.const COUNTS 0
.memory COUNTS: 2 1 2 2 1 1 1 3
        a = tid + COUNTS
        n = [a]
        most = n                ; of the group
        k = tid ^ 1
        other = most
        shfl other, k
        most = max most, other
        k = tid ^ 2
        other = most
        shfl other, k
        most = max most, other
        i = 0
        total = 0
round:  more = i < most
        bz more, done
        s = i < n
        k = tid ^ 1
        other = s
        shfl other, k
        s = s + other
        k = tid ^ 2
        other = s
        shfl other, k
        s = s + other
        total = total + s
        i = i + 1
        jump round
done:   sync
        stop
.expect stop
.expect var total: 7 7 7 7 6 6 6 6
