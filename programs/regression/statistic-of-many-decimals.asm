; The number that a statistic is compared with is kept exactly: the printer wrote only six decimals, so the
; printed program expected a different number.
.threads 3
.active 1
        stop
.expect active: 1
.expect stat simd_efficiency == 0.3333333333333333
