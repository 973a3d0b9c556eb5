; AT: a negative word is incremented to zero and beyond.
.threads 2
.memory 0: -1
        x = atomic_inc [0]
        stop
.expect var x: 0 1
.covers AT
