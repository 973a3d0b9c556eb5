; MV: of several assignments the last is read.
.threads 1
        x = 1
        x = 2
        x = 3
        y = x
        stop
.expect var y: 3
.covers MV
