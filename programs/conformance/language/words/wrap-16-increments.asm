; Increments go from the largest word to the smallest, in the variable and in Σ.
.threads 3
.word 16 wrap
.memory 0: 32766
        x = atomic_inc [0]
        stop
.expect var x: 32767 -32768 -32767
.expect memory 0: -32767
.covers AT
