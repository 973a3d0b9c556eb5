; undefined-memory: the word before a preload.
.threads 2
.fill 100 10 3
        a = tid + 99
        x = [a]              ; thread 0
        stop
.expect trap undefined-memory 5
.covers undefined-memory
