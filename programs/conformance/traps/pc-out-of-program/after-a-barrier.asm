; The last instruction is a barrier: warp 0 passes it, and traps at its next turn, when the others have passed too.
.threads 2
.warps 3
        barrier
.expect trap pc-out-of-program
.expect active 0-1
.expect steps 3
.expect stat by_instruction.barrier == 3
.covers pc-out-of-program BR
