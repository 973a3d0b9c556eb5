; Trap order: thread 0's increment does not fit, thread 1's address is invalid: addresses are checked in all first.
.threads 2
.memory 0: 9223372036854775807
        a = 0 - tid
        n = atomic_inc [a]
        stop
.expect trap invalid-address 5
.covers invalid-address
