; Trap order: thread 0's word is undefined, thread 1's address is invalid: thread 0 determines the trap.
.threads 2
        a = tid * -5        ; 0 and -5
        x = [a]
        stop
.expect trap undefined-memory 4
.covers undefined-memory
