; LD: the destination may be the address variable: a pointer is followed twice.
.threads 3
.memory 0: 2 0 1
        p = tid
        p = [p]
        p = [p]
        stop
.expect var p: 1 2 0
.covers LD MM
