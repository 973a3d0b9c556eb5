; C = A · B for N × N matrices with A[i] = 7i mod 11 and B[i] = 5i mod 13: each thread computes some words of C.
;
;     for (e = g; e < N * N; e += all threads) { A[e] = …; B[e] = …; }
;     barrier
;     for (e = g; e < N * N; e += all threads)
;         for (k = 0; k < N; ++k) C[e] += A[e / N * N + k] * B[k * N + e % N];
;
; In --stats: nothing diverges if N * N is a multiple of all threads. A request for B is one segment if N is a multiple
; of 32; at the default size a warp has two rows of C, and the threads of a row read the same word of A.
; To scale: N to 1,024, WARPS, --threads. N = 128 with WARPS = 64 is 670,080 steps.
.const WARPS 4
.threads 32
.warps WARPS
.const N 16
.const A 0
.const B 1048576
.const C 2097152
        g = wid * warp_size
        g = g + tid
        all = warp_size * WARPS
        size = N * N
        e = g
make:   more = e < size
        bz more, made
        x = e * 7
        x = x % 11
        a = e + A
        [a] = x
        x = e * 5
        x = x % 13
        b = e + B
        [b] = x
        e = e + all
        jump make
made:   sync
        barrier

        e = g
words:  more = e < size
        bz more, end
        column = e % N
        a = e - column
        a = a + A
        b = column + B
        sum = 0
        k = 0
inner:  more = k < N
        bz more, done
        x = [a]
        y = [b]
        x = x * y
        sum = sum + x
        a = a + 1
        b = b + N
        k = k + 1
        jump inner
done:   sync
        c = e + C
        [c] = sum
        e = e + all
        jump words
end:    sync
        stop
.expect stop
.expect memory C: 459 552 541 413 532 417 549 473 423 581 401 468 509 459 552 541 407 508 479 450 577 418 532 438 487 510 429 478 527 407 508 479
.expect memory 2097392: 449 431 491 473 481 476 393 531 448 495 425 420 493 449 431 491 _
.expect stat simd_efficiency == 1
.expect stat branches_divergent == 0
.expect stat by_instruction.barrier == 4
