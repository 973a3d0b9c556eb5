; no undefined-memory for a store: it defines the word.
.threads 2
.buffer OUT 4 2
        a = tid + OUT
        [a] = tid
        x = atomic_inc [a]
        stop
.expect stop
.expect memory 4: 1 2
.covers ST AT
