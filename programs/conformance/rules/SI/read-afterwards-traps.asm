; SI does not trap by itself; the next read of the variable does.
.threads 2
        x = 1
        shfl x, 2
        z = 5
        y = x
        stop
.expect trap undefined-variable 6
.expect var z: 5 5
.expect var y: _ _
.expect steps 3
.covers SI undefined-variable
