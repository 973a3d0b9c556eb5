; SI does not apply where the operand is undefined: that is a trap, and the variable stays.
.threads 2
        x = 1
        bnz tid, join
        k = 9
join:   sync
        shfl x, k            ; thread 1 has no k
        stop
.expect trap undefined-variable 7
.expect var x: 1 1
.covers undefined-variable
