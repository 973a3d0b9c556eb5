; A histogram of 1000 values by increments, in one instruction.
.threads 1000
.fill 0 7 0
        b = tid % 7
        n = atomic_inc [b]
        stop
.expect memory 0: 143 143 143 143 143 143 142
.covers AT
