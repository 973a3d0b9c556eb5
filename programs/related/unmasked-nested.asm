; Blocks nest, also through conditionals, and each end restores what its begin has saved.
;
;     if (tid < 2) unmasked { A; if (tid is odd) unmasked { B; } C }  D
;
; All four threads run A, B and C, two run D (in the outer if). In the inner block the mask is the odd threads, in the
; outer the first two: lane 1 is in both, lane 3 in the inner one, lane 0 in the outer one. ISPC's `unmasked` does the
; same, except that its shuffles have no mask.
.threads 4
.const COUNTS 0
.fill COUNTS 4 0
        c = tid < 2
        bz c, join
        everywhere
        n = atomic_inc [0]      ; A
        odd = tid & 1
        bz odd, even
        everywhere
        n = atomic_inc [1]      ; B
        inner = tid
        shfl inner, 3
        end_everywhere
even:   sync
        n = atomic_inc [2]      ; C
        outer = tid
        shfl outer, 3
        end_everywhere
        n = atomic_inc [3]      ; D
join:   sync
        stop
.expect stop
.expect memory 0: 4 4 4 2
.expect var inner: 3 3 3 3
.expect var outer: _ _ _ _
.expect stat max_context_depth == 2
.expect stat lanes_woken == 4
