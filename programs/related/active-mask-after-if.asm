; `__activemask()` after a conditional:
;
;     if (i & 1) x = 1;   m = __activemask();
;
; With a reconvergence stack, in ISPC (`lanemask()`), and in SPIR-V under maximal reconvergence (a ballot) all threads are
; together again. Since Volta, and in SPIR-V without maximal reconvergence, any sets are allowed: here, in ascending order,
; the even threads come first, and the odd ones, one step later, together.
.threads 4
        c = tid & 1
        bz c, join
        x = 1
join:   sync
        m = activemask
        stop
.expect lockstep stop
.expect lockstep var m: 15 15 15 15
.expect volta stop
.expect volta var m: 5 10 5 10
.expect volta warning activemask 13
