; One thread is active: there is nobody to share with.
.threads 8
.active 3
        [40] = 7
        [tid] = 1
        x = [3]
        stop
.expect stop
