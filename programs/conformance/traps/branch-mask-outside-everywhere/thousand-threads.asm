; Of 1000 threads all are active, as in a block, but no block is open.
.threads 1000
.memory 0: 0
        n = atomic_inc [0]
        branch_mask tid, end
        n = atomic_inc [0]
end:    stop
.expect trap branch-mask-outside-everywhere 5
.expect active 0-999
.expect memory 0: 1000
.expect steps 1
.covers branch-mask-outside-everywhere
