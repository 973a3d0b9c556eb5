; Increments go from the largest word to the smallest, in the variable and in Σ.
.threads 3
.word 8 wrap
.memory 0: 126
        x = atomic_inc [0]
        stop
.expect var x: 127 -128 -127
.expect memory 0: -127
.covers AT
