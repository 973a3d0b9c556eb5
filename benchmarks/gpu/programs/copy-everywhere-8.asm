; (d) As copy-everywhere.asm, but with eight words per thread in flight at once: the memory latency is paid
; once per eight words.
;
;     if (TASK[tid]) everywhere
;         for (lane = 0; lane < warp_size; ++lane) if (lane has a task)
;             for (k = tid, r = shfl(record, lane); k < n; k += warp_size) COPY[r][k] = RECORD[r][k];
;
; The copies of docs/reports/everywhere-on-gpu.md: those of the 32 threads with a task have a record of n words to copy. Σ starts
; with 32 words that say which threads have one, and n; then come the 32 records, and memory for their copies.
.threads 32
.word 32 wrap
.const TASK 0
.const LENGTH 32
.const RECORDS 64
.memory TASK: 0 1 0 0 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 350
.iota RECORDS 11200 1000
        n = [LENGTH]            ; all threads need these
        room = n * warp_size
        record = tid * n
        record = record + RECORDS
        t = tid + TASK
        task = [t]
        bz task, skip
        everywhere
        lane = 0
lanes:  more = lane < warp_size
        bz more, laned
        branch_mask lane, found
        jump next
found:  r = record
        shfl r, lane
        k = tid
copy:   ahead = k + 224           ; 7 * warp_size
        more = ahead < n
        bz more, rest
        a0 = r + k
        a1 = a0 + 32
        a2 = a0 + 64
        a3 = a0 + 96
        a4 = a0 + 128
        a5 = a0 + 160
        a6 = a0 + 192
        a7 = a0 + 224
        x0 = [a0]
        x1 = [a1]
        x2 = [a2]
        x3 = [a3]
        x4 = [a4]
        x5 = [a5]
        x6 = [a6]
        x7 = [a7]
        a0 = a0 + room
        a1 = a1 + room
        a2 = a2 + room
        a3 = a3 + room
        a4 = a4 + room
        a5 = a5 + room
        a6 = a6 + room
        a7 = a7 + room
        [a0] = x0
        [a1] = x1
        [a2] = x2
        [a3] = x3
        [a4] = x4
        [a5] = x5
        [a6] = x6
        [a7] = x7
        k = k + 256
        jump copy
rest:   sync
tail:   more = k < n
        bz more, copied
        a = r + k
        x = [a]
        a = a + room
        [a] = x
        k = k + warp_size
        jump tail
copied: sync
next:   lane = lane + 1
        jump lanes
laned:  sync
        end_everywhere
skip:   sync
        stop
.expect stop
.expect memory 11614: 1350 1351
.expect memory 11962: 1698 1699 _
.expect memory 12664: 2400 2401
.expect memory 22114: 11850
.expect stat simd_efficiency > 0.8
