; Only one thread is active: no other thread shares the word.
.threads 8
.active 3
        [40] = 7
        [tid] = 1
        x = [3]
        stop
.expect stop
