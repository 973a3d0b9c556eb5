; Thread 1 asks thread 0, which sleeps: there is no value.
.threads 8
        x = tid * 10
        odd = tid % 2
        bz odd, join
        before = tid - 1
        y = x
        shfl y, before
        y = y + 1
join:   sync
        stop
.expect trap undefined-variable 9
