; The missing block is checked before the answers: some threads test a thread that does not exist.
.threads 33
        lane = tid + 1
        branch_mask lane, end
end:    stop
.expect trap branch-mask-outside-everywhere 4
.expect active 0-32
.expect steps 1
.covers branch-mask-outside-everywhere
