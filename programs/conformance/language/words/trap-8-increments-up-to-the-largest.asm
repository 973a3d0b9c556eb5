; Two increments up to the largest word of 8 bits fit.
.threads 2
.word 8
.memory 0: 125
        x = atomic_inc [0]
        stop
.expect var x: 126 127
.expect memory 0: 127
.covers AT
