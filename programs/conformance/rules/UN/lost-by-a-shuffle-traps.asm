; UN: a variable that a shuffle made undefined cannot be read.
.threads 2
        x = 1
        k = tid + 1
        shfl x, k
        z = clz x
        stop
.expect trap undefined-variable 6 threads: 1
.covers undefined-variable
