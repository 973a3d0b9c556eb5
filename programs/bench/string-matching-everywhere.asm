; String matching: MATCH[i] is 1 where the M words of PATTERN occur in TEXT at i, and COUNT their number. A thread tests
; one word; if it matches, the whole warp compares the others.
;
;     for (i = g; i <= LEN - M; i += all threads) {
;         MATCH[i] = TEXT[i] == PATTERN[0];
;         if (MATCH[i]) everywhere
;             for (lane = 0; lane < warp_size; ++lane) if (lane has a candidate)
;                 for (p = shfl(i, lane), j = tid + 1; j < M; j += warp_size)
;                     if (TEXT[p + j] != PATTERN[j]) MATCH[p] = 0;
;     }
;
; The text repeats 0 1 … PERIOD-1, with a wrong word where i² + i mod DEFECT is 30; the pattern is M words
; of the same without a wrong one. So one position in PERIOD is a candidate, and is read to its end or to an error.
; In --stats, compared with string-matching.asm: three quarters of the steps, a third of the memory requests and transactions.
; Most of the steps search for lanes that have a candidate; longer patterns (--define M=200) make up for them.
; To scale: LEN to 8,000,000, M to 60,000, PERIOD, WARPS, --threads.
.const WARPS 2
.threads 32
.warps WARPS
.const LEN 2000
.const M 64
.const PERIOD 4
.const DEFECT 331
.const COUNT 0
.const PATTERN 1024
.const TEXT 65536
.const MATCH 8388608
.fill COUNT 1 0
        g = wid * warp_size
        g = g + tid
        all = warp_size * WARPS
        i = g
text:   more = i < LEN
        bz more, texted
        x = i + 1
        x = x * i
        x = x % DEFECT
        x = x == 30
        x = x * 100
        y = i % PERIOD
        x = x + y
        a = i + TEXT
        [a] = x
        i = i + all
        jump text
texted: sync
        j = g
word:   more = j < M
        bz more, worded
        x = j % PERIOD
        a = j + PATTERN
        [a] = x
        j = j + all
        jump word
worded: sync
        barrier

        end = LEN - M
        i = g
scan:   more = i <= end
        bz more, over
        a = i + TEXT
        x = [a]
        y = [PATTERN]
        same = x == y
        m = i + MATCH
        [m] = same
        bz same, none
        everywhere
        lane = 0
lanes:  more = lane < warp_size
        bz more, laned
        branch_mask lane, compare
        jump next
compare: p = i
        shfl p, lane
        out = p + MATCH
        p = p + TEXT
        j = tid + 1
words:  more = j < M
        bz more, known
        a = p + j
        x = [a]
        b = j + PATTERN
        y = [b]
        same = x == y
        bnz same, right
        [out] = 0
right:  sync
        j = j + warp_size
        jump words
known:  sync
next:   lane = lane + 1
        jump lanes
laned:  sync
        end_everywhere
        x = [m]
        bz x, wrong
        n = atomic_inc [COUNT]
wrong:  sync
none:   sync
        i = i + all
        jump scan
over:   sync
        stop
.expect stop
.expect memory COUNT: 384
.expect memory MATCH: 0 0 0 0 0 0 0 0 1 0 0 0 1 0 0 0 1 0 0 0 1 0 0 0 1 0 0 0 1 0 0 0 1 0 0 0 1 0 0 0
.expect memory 8388848: 1 0 0 0 1 0 0 0 1 0 0 0 1 0 0 0 1 0 0 0 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
.expect memory 8390538: 0 0 0 0 0 0 0 _
.expect stat simd_efficiency > 0.9
.expect stat steps == 28670
.expect stat memory_requests == 2401
.expect stat memory_transactions == 3786        ; 1.58 per request
.covers EB EE BA BI SV
