; undefined-variable, SV: the thread that reads is reported, not the lane without a value.
.threads 4
        c = tid != 3
        bz c, end
        x = tid
end:    sync
        k = tid + 1
        k = min k, 3
        shfl x, k
        stop
.expect trap undefined-variable 9 threads: 2
.covers undefined-variable
