; SI: a variable that became undefined can be written and read again.
.threads 2
        x = 1
        shfl x, 2
        x = tid
        y = x + 1
        stop
.expect var x: 0 1
.expect var y: 1 2
.covers SI MV
