; MV: the lane of a shuffle is read from a variable.
.threads 3
        x = tid + 20
        k = 2 - tid
        shfl x, k
        stop
.expect var x: 22 21 20
.covers MV SV
