; The result's Θ is the one before `stop`: threads that were never active are not in it.
.threads 8
.active 1 3-4
        x = tid
        stop
.expect stop
.expect active 1 3-4
.expect var x: _ 1 _ 3 4 _ _ _
.expect steps 2
.expect stat simd_efficiency == 0.375
.covers STOP
