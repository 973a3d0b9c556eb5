; Trap order: thread 0's address is invalid, thread 1's word is undefined, thread 2 has no operand: thread 0 determines the trap.
.threads 3
        c = tid == 2
        bnz c, join
        a = tid - 1
join:   sync
        x = [a]
        stop
.expect trap invalid-address 7
.covers invalid-address
