; SV does not apply where an earlier shuffle has made the lane's variable undefined.
.threads 2
        x = tid
        k = tid + 1         ; thread 1 reads lane 2, which does not exist
        shfl x, k
        shfl x, 1            ; x of thread 1 is undefined
        stop
.expect trap undefined-variable 6
.expect var x: 1 _
.covers SV SI undefined-variable
