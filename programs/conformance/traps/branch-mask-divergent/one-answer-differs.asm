; Of 33 threads, only the last one tests a thread that was dormant: itself.
.threads 33
.active 0-31
.memory 0: 0
        everywhere
        n = atomic_inc [0]
        branch_mask tid, yes
        n = atomic_inc [0]
yes:    end_everywhere
        stop
.expect trap branch-mask-divergent 7
.expect active 0-32
.expect memory 0: 33
.expect steps 2
.covers branch-mask-divergent
