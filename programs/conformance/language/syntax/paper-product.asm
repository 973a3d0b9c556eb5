; The paper's × is *.
.threads 2
        v2 = tid + 3
        v3 = 5
        v1 = v2 × v3
        w = v2×-2
        u = tid*tid
        stop
.expect var v1: 15 20
.expect var w: -6 -8
.expect var u: 0 1
.covers BP
