; The paper's shfl(v1, vlane) is a shuffle.
.threads 2
        v1 = tid
        v2 = tid
        vlane = 1 - tid
        shfl(v1, vlane)
        shfl ( v2,0 )
        stop
.expect var v1: 1 0
.expect var v2: 0 0
.covers SV
