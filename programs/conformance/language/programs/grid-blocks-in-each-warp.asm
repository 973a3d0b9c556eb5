; A block wakes the dormant threads of its own warp: each warp's threads come from the initial Θ again after it.
.threads 64
.warps 2
.active 3 60
.memory 0: 0 0
        everywhere
        n = atomic_inc [0]
        end_everywhere
        n = atomic_inc [1]
        stop
.expect stop
.expect active 3 60
.expect memory 0: 128 4
.expect steps 10
.expect stat everywhere_blocks == 2
.expect stat lanes_woken == 124
.expect stat max_context_depth == 1
.covers EB EE
