; AT: a word that a store defined can be incremented.
.threads 2
        [0] = 5
        x = atomic_inc [0]
        stop
.expect memory 0: 7
.covers AT ST
