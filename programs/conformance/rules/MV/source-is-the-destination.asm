; MV: the old value is read where the destination is the same variable.
.threads 2
        x = 10
        x = x - tid
        x = x + x
        stop
.expect var x: 20 18
.covers MV
