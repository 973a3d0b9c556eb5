; The active threads before, in and after a divergent if: each thread that passes a point counts itself there.
;
;     if (tid < 3) A; else B;   C
;
; A counts 3 threads, B the other 5, and C, after the sync, all 8. The same holds on a stack machine that joins at the
; immediate post-dominator, under maximal reconvergence, and in ISPC. With independent thread scheduling C is certain to
; have 8 threads only after a convergence barrier or a __syncwarp; without one, any split of the 8 is allowed.
.threads 8
.const AT_A 0
.const AT_B 1
.const AT_C 2
.fill AT_A 3 0
        c = tid < 3
        bz c, else
        n = atomic_inc [AT_A]
        jump join
else:   n = atomic_inc [AT_B]
join:   sync
        n = atomic_inc [AT_C]
        stop
.expect stop
.expect memory 0: 3 5 8
.expect stat by_instruction.atomic_inc == 3
.expect stat max_sync_depth == 1
