; (c) Each thread copies its own record.
;
;     if (TASK[tid]) for (i = 0; i < n; ++i) COPY[tid][i] = RECORD[tid][i];
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
        n = [LENGTH]
        room = n * warp_size
        a = tid * n
        a = a + RECORDS
        end = a + n
        t = tid + TASK
        task = [t]
        bz task, skip
copy:   more = a < end
        bz more, copied
        x = [a]
        b = a + room
        [b] = x
        a = a + 1
        jump copy
copied: sync
skip:   sync
        stop
.expect stop
.expect memory 2374: 1070 1071
.expect memory 2442: 1138 1139 _
.expect memory 2584: 1280 1281
.expect memory 4474: 3170
.expect stat simd_efficiency < 0.2
