; (d) The whole warp, including the inactive threads without a task, copies the record of one thread after the other.
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
.memory TASK: 0 1 0 0 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 70
.iota RECORDS 2240 1000
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
copy:   more = k < n
        bz more, copied
        a = r + k
        x = [a]
        a = a + room
        [a] = x
        k = k + warp_size
        jump copy
copied: sync
next:   lane = lane + 1
        jump lanes
laned:  sync
        end_everywhere
skip:   sync
        stop
.expect stop
.expect memory 2374: 1070 1071
.expect memory 2442: 1138 1139 _
.expect memory 2584: 1280 1281
.expect memory 4474: 3170
.expect stat simd_efficiency > 0.8
