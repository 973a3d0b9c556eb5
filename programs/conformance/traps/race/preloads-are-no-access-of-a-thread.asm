; race under .races thread: a preload is not an access; one thread may load it, and the same one store.
.threads 2
.races thread
.memory 0: 3 4
        x = [tid]
        x = x * 2
        [tid] = x
        stop
.expect stop
.expect memory 0: 6 8
.covers LD ST
