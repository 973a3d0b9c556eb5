; BP: the destination may be both operands.
.threads 3
        x = tid + 1
        x = x * x
        stop
.expect var x: 1 4 9
.covers BP
