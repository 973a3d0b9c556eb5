; BL: an operand that a shuffle made undefined is not a vote.
.threads 2
        x = 1
        shfl x, 7
        v = ballot x
        stop
.expect trap undefined-variable 5
.covers SI undefined-variable
