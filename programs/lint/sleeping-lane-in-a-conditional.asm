; Thread 0 is not in the half of the conditional that reads its value.
.threads 4
        x = tid
        bz tid, join
        shfl x, 0               ; warning: sleeping-lane
        y = x
join:   sync
        stop
.expect trap undefined-variable 6
