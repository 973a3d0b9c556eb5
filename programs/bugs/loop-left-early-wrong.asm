; NVIDIA/cccl#854: a collective operation of a part of a warp, in a loop that threads leave at different times.
;
;     while (mine < my_count) { total += group_sum(1);  ++mine; }          // groups of 4 threads
;
; A library's warp scan is used in a loop, by groups smaller than a warp. A checking tool reports every shuffle for its
; member mask: the mask does not match the active threads, and the values they receive are undefined.
;
; The machine: in the second round thread 1 has left. It waits in Π, is not in the mask, and the value that thread 0
; receives from it is undefined (rule SI); adding it traps.
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
