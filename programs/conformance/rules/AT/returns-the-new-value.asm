; AT: the variable and the word get the value plus one.
.threads 1
.memory 0: 41
        x = atomic_inc [0]
        stop
.expect var x: 42
.expect memory 0: 42
.covers AT MM
