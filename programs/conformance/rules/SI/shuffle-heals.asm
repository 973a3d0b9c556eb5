; SI, then SV: a value from a lane that has one makes the variable defined again.
.threads 3
        x = tid + 5
        k = tid - 1         ; thread 0 loses x, 1 and 2 take 5 and 6
        shfl x, k
        shfl x, 2
        stop
.expect var x: 6 6 6
.covers SI SV
