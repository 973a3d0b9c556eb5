; The missing block is looked at before the answers: some threads ask about a thread that does not exist.
.threads 33
        lane = tid + 1
        branch_mask lane, end
end:    stop
.expect trap branch-mask-outside-everywhere 4
.expect active 0-32
.expect steps 1
.covers branch-mask-outside-everywhere
