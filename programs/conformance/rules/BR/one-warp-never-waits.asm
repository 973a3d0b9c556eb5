; In a run of one warp a barrier is open at once: a step that changes nothing but pc.
.threads 32
        barrier
        barrier
        x = 1
        stop
.expect stop
.expect active 0-31
.expect steps 4
.expect stat by_instruction.barrier == 2
.covers BR
