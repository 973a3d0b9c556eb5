; String matching: MATCH[i] is 1 where the M words of PATTERN occur in TEXT at i, and COUNT their number. Each thread
; compares at its own position.
;
;     for (i = g; i <= LEN - M; i += all threads) {
;         for (j = 0, same = 1; same && j < M; ++j) same = TEXT[i + j] == PATTERN[j];
;         MATCH[i] = same;
;     }
;
; The text repeats 0 1 … PERIOD-1, with a wrong word where i² + i mod DEFECT is 30; the pattern is M words
; of the same without a wrong one. So one position in PERIOD is a candidate, and is read to its end or to an error.
; In --stats, compared with string-matching-everywhere.asm: simd_efficiency and memory_requests. (The transactions of a
; request are also few here: neighbours compare neighbouring words.)
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
        same = 1
        j = 0
        a = i + TEXT
        b = PATTERN
next:   more = j < M
        more = more & same
        bz more, known
        x = [a]
        y = [b]
        same = x == y
        a = a + 1
        b = b + 1
        j = j + 1
        jump next
known:  sync
        a = i + MATCH
        [a] = same
        bz same, none
        n = atomic_inc [COUNT]
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
.expect stat simd_efficiency < 0.3
.expect stat steps == 39364
.expect stat memory_requests == 7649
.expect stat memory_transactions == 10625       ; 1.39 per request
