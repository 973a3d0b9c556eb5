; MM: atomic_inc reads Σ as a load does.
.threads 1
.memory 3: -1
        x = atomic_inc [3]
        stop
.expect var x: 0
.expect memory 3: 0
.covers MM AT
