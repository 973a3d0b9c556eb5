; MV: a variable that holds 0 is defined.
.threads 2
        x = 0
        y = x
        stop
.expect var y: 0 0
.covers MV
