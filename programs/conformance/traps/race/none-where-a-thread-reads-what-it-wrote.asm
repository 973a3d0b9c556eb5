; no race under .races thread where the thread reads its own word.
.threads 33
.races thread
        [tid] = tid
        x = [tid]
        [tid] = 5
        x = atomic_inc [tid]
        stop
.expect stop
.expect var x: 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6
.covers ST LD AT
