; A histogram: WARPS warps count the words x[i] = i² mod BINS with atomic_inc, and add up the counts after a barrier.
;
;     for (i = g; i < COUNT; i += all threads) atomic ++HIST[i * i % BINS];
;     barrier
;     total = HIST[0] + … + HIST[BINS - 1];               // in each warp, with shfl
;
; Two accesses by different warps with no barrier between are a race, unless both are atomic_inc. The counts do not
; depend on the order of threads and warps (try --order random); the values that atomic_inc returns would.
; To scale: COUNT, WARPS, --threads (a power of two), BINS to 16,000,000.
.const WARPS 4
.threads 32
.warps WARPS
.const COUNT 2000
.const BINS 24
.const HIST 0
.fill HIST BINS 0
        i = wid * warp_size
        i = i + tid
        all = warp_size * WARPS
count:  more = i < COUNT
        bz more, counted
        x = i * i
        x = x % BINS
        x = x + HIST
        n = atomic_inc [x]
        i = i + all
        jump count
counted: sync
        barrier

        total = 0
        i = tid
add:    more = i < BINS
        bz more, added
        x = i + HIST
        x = [x]
        total = total + x
        i = i + warp_size
        jump add
added:  sync
        o = 1
tree:   more = o < warp_size
        bz more, done
        from = tid ^ o
        y = total
        shfl y, from
        total = total + y
        o = o << 1
        jump tree
done:   sync
        stop
.expect stop
.expect memory HIST: 167 667 0 0 333 0 0 0 0 333 0 0 167 0 0 0 333 0 0 0 0 0 0 0 _
.expect var total: 2000 2000 2000 2000 2000 2000 2000 2000 2000 2000 2000 2000 2000 2000 2000 2000 2000 2000 2000 2000 2000 2000 2000 2000 2000 2000 2000 2000 2000 2000 2000 2000
.expect stat by_instruction.atomic_inc == 63
.expect stat by_instruction.barrier == 4
.covers AT BR
