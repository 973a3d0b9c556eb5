; race under .races thread: a load of a word that other threads have incremented.
.threads 2
.races thread
.memory 0: 0
        x = atomic_inc [0]
        y = [0]
        stop
.expect trap race 6
.expect memory 0: 2
.covers AT race
