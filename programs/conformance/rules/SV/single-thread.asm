; SV: with one thread the only lane is 0.
.threads 1
        x = 9
        shfl x, 0
        stop
.expect var x: 9
.covers SV
