; A barrier is about warps: threads that are not active, from the start or for good, do not hold it up.
.threads 33
.warps 2
.active 5 32
.memory 0: 0
        n = atomic_inc [0]
        barrier
        x = [0]
        stop
.expect stop
.expect active 5 32
.expect var x: _ _ _ _ _ 4 _
.expect steps 8
.covers BR
