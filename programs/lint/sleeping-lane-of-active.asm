; Thread 3 was never active.
.threads 4
.active 0-2
        x = tid
        shfl x, 3               ; warning: sleeping-lane
        x = x + 1
        stop
.expect trap undefined-variable 6
