; NVIDIA/cuda-samples#398: a shuffle from lanes that a branch has sent elsewhere.
;
;     if (tid < extent) { sum = partial[tid]; for (o = 4; o > 0; o /= 2) sum += shfl_down(mask of extent, sum, o); }
;
; The last step of a reduction adds one partial sum per warp. With one warp there is one partial sum, so thread 0 alone
; enters the branch, with a mask of itself, and still reads lanes 4, 2 and 1. In CUDA the value it receives is undefined,
; but often the expected one. (The sample's warp has 32 lanes and begins with lane 16.)
;
; The machine: lane 4 is not in the mask, so the shuffle makes `other` undefined (rule SI), and the sum that reads it is
; the trap undefined-variable, whose message names the shuffle.
.threads 8
.const PARTIAL 0
.const EXTENT 1
.memory PARTIAL: 36
        mine = tid < EXTENT
        bz mine, join
        a = tid + PARTIAL
        sum = [a]
        offset = 4
loop:   bz offset, done
        other = sum
        k = tid + offset
        shfl other, k
        sum = sum + other       ; lanes 4, 2 and 1 are not active
        offset = offset / 2
        jump loop
done:   sync
join:   sync
        stop
.expect trap undefined-variable 24
