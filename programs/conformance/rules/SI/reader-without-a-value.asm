; SI: a variable that the reading thread does not have stays undefined (erratum E9).
.threads 2
        shfl x, 2
        stop
.expect var x: _ _
.covers SI
