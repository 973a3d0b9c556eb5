; SV: both threads of a pair read the values from before the instruction (erratum E7).
.threads 2
        x = tid + 30
        other = tid ^ 1
        shfl x, other
        stop
.expect var x: 31 30
.covers SV TL
