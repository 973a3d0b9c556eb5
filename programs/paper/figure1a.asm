; Figure 1 (a): a copy of SIZE words by all threads of a warp.
;
;     for (i = tid; i < SIZE; i += warp_size) dest[i] = src[i];
;
; Neighbouring threads access neighbouring words: each request is one segment, and all threads are active except
; in the loop's last test.
.threads 32
.const SIZE 256
.const SRC 4096
.const DEST 16384
.iota SRC SIZE 1000
        i = tid
loop:   more = i < SIZE
        bz more, done
        a = i + SRC
        x = [a]
        a = i + DEST
        [a] = x
        i = i + warp_size
        jump loop
done:   sync
        stop
.expect stop
.expect memory 16384: 1000 1001 1002 1003
.expect memory 16636: 1252 1253 1254 1255
.expect stat memory_requests == 16
.expect stat memory_transactions == 16
.expect stat branches_divergent == 0
.expect stat simd_efficiency == 1
