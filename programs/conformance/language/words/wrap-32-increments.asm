; Increments go from the largest word to the smallest, in the variable and in Σ.
.threads 3
.word 32 wrap
.memory 0: 2147483646
        x = atomic_inc [0]
        stop
.expect var x: 2147483647 -2147483648 -2147483647
.expect memory 0: -2147483647
.covers AT
