; The sum of N words by BLOCKS blocks of 1,024 threads, as CUDA programs write it. Each thread adds up every word at its
; stride, each warp the sums of its threads, and the first warp of each block those of its warps. The block that comes last
; adds up the sums of the blocks. A million words: --define N=1000000 --define BLOCKS=64.
.const N 5000
.const BLOCKS 2
.const SUMS 0
.const COUNT 1024
.const TOTAL 1025
.const WORDS 2048
.threads 32
.block 1024
.grid BLOCKS
.shared part 32
.memory COUNT: 0
.iota WORDS N
        i = bid * 1024
        i = i + btid
        stride = BLOCKS * 1024
        x = 0
loop:   in = i < N
        bz in, done
        a = i + WORDS
        y = [a]
        x = x + y
        i = i + stride
        jump loop
done:   sync
        x = reduce.add 0xffffffff, x
        w = btid >> 5
        bnz tid, e0
        p = part + w
        [p] = x
e0:     sync
        block_barrier
        bnz w, e1
        p = part + tid
        x = [p]
        x = reduce.add 0xffffffff, x
        bnz tid, e2
        s = SUMS + bid
        [s] = x
        fence.grid
        k = fetch_add [COUNT], 1
        k = k + 1
        last = k == BLOCKS
        bz last, e3
        fence.grid
        k = 0
        sum = 0
more:   s = SUMS + k
        y = [s]
        sum = sum + y
        k = k + 1
        go = k < BLOCKS
        bnz go, more
        sync
        [TOTAL] = sum
e3:     sync
e2:     sync
e1:     sync
        stop
.expect lockstep stop
.expect lockstep memory TOTAL: 12497500
.expect volta stop
.expect volta memory TOTAL: 12497500
