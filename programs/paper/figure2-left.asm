; Figure 2, left: three of four threads copy a row each, as in figure 1 (c). Rows a, b and c are far apart.
;
; Each load and each store needs a segment for each thread, and thread 0, whose row is short, waits until the others
; are done. figure2-right.asm copies the same rows with the whole warp.
.threads 4
.const SRC 0                    ; src[tid], an address: rows a, b, none, c
.const DEST 4                   ; dest[tid], an address
.const LENGTH 8                 ; n[tid]
.memory SRC: 32 64 0 96
.memory DEST: 128 160 0 192
.memory LENGTH: 4 8 0 8
.iota 32 4 100                  ; row a
.iota 64 8 200                  ; row b
.iota 96 8 300                  ; row c
        calls = tid != 2
        bz calls, skip
        s = tid + SRC
        s = [s]
        d = tid + DEST
        d = [d]
        n = tid + LENGTH
        n = [n]
        i = 0
loop:   more = i < n
        bz more, done
        a = s + i
        x = [a]
        a = d + i
        [a] = x
        i = i + 1
        jump loop
done:   sync
skip:   sync
        stop
.expect stop
.expect memory 127: _ 100 101 102 103 _         ; rows a, b and c, copied
.expect memory 159: _ 200 201 202 203 204 205 206 207 _
.expect memory 191: _ 300 301 302 303 304 305 306 307 _
.expect stat branches_divergent == 2            ; at the call, and where row a ends
.expect stat simd_efficiency < 0.65
.expect stat memory_requests == 19              ; 3 for the pointers and lengths, 2 × 8 for the copy
.expect stat memory_transactions == 43          ; 3, 3 for each request of the first 4 rounds, then 2
