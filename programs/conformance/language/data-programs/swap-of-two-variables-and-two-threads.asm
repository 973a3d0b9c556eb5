; The pair (x, y) of one thread goes to the other and back, by shuffles.
.threads 2
        x = tid + 10
        y = tid + 20
        k = 1 - tid
        shfl x, k
        shfl y, k
        t = x
        x = y
        y = t
        stop
.expect var x: 21 20
.expect var y: 11 10
.covers SV TL
