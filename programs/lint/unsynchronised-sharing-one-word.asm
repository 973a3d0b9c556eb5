; All threads store to one word, and increment it. Storing the same word is not a race within a warp.
.threads 8
.const SUM 40
        [SUM] = 7               ; warning: unsynchronised-sharing
        n = atomic_inc [SUM]    ; warning: unsynchronised-sharing
        stop
.expect stop
