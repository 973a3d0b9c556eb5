; TL: Σ goes from one thread to the next, in ascending order: each thread finds what the one before it left.
.threads 4
.memory 0: 10
        x = atomic_inc [0]
        stop
.expect var x: 11 12 13 14
.expect memory 0: 14
.covers TL AT
