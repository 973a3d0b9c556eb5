; NVIDIA/cccl#854: a collective operation of a part of a warp, in a loop that threads leave at different times.
;
;     while (mine < my_count) { total += group_sum(1);  ++mine; }          // groups of 4 threads
;
; The warp scan of a library is used in a loop, by groups smaller than a warp. A checking tool then reports shuffle
; after shuffle for its member mask: it does not name the threads that are there, and what they get is undefined.
;
; The machine: in the second round thread 1 has left. It waits in Π, is in no mask, and what thread 0 gets from it is
; undefined (rule SI); adding it traps.
.threads 8
.const COUNTS 0
.memory COUNTS: 2 1 2 2 1 1 1 3
        a = tid + COUNTS
        n = [a]
        i = 0
        total = 0
round:  more = i < n
        bz more, done
        s = 1
        k = tid ^ 1
        other = s
        shfl other, k
        s = s + other           ; in the second round, thread 1 has left
        k = tid ^ 2
        other = s
        shfl other, k
        s = s + other
        total = total + s
        i = i + 1
        jump round
done:   sync
        stop
.expect trap undefined-variable 23
