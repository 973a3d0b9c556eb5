; Figure 1 (c), called as in figure 1 (b): each odd thread copies a row of ROW words, alone.
;
;     if (tid % 2) for (i = 0; i < ROW; ++i) dest[tid][i] = src[tid][i];
;
; Every other thread is idle throughout, and the copying threads access rows far apart: each request needs a
; segment for each of its threads (figure 2, left). figure1d.asm does the same work with `everywhere`.
.threads 32
.const ROW 64
.const SRC 64                   ; src[tid], an address
.const DEST 128                 ; dest[tid], an address
.iota SRC 32 4096 64
.iota DEST 32 16384 64
.iota 4096 2048 0
        odd = tid % 2
        bz odd, skip
        s = tid + SRC
        s = [s]
        d = tid + DEST
        d = [d]
        i = 0
loop:   more = i < ROW
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
.expect memory 16447: _ 64 65 66                ; row 0 is not copied, row 1 is
.expect memory 16510: 126 127 _ _
.expect memory 18430: 2046 2047 _               ; the last row
.expect stat branches_divergent == 1
.expect stat simd_efficiency < 0.51             ; half of the threads
.expect stat memory_requests == 130             ; 2 for the pointers, 2 × ROW for the copy
.expect stat memory_transactions == 2050        ; 2, and 16 for each request of the copy
