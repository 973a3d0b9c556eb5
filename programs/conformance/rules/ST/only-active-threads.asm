; ST: threads that wait do not store.
.threads 4
        c = tid == 2
        bz c, join
        [tid] = 1
join:   sync
        stop
.expect memory 0: _ _ 1 _
.covers ST
