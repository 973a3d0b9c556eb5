; Two increments up to the largest word of 16 bits fit.
.threads 2
.word 16
.memory 0: 32765
        x = atomic_inc [0]
        stop
.expect var x: 32766 32767
.expect memory 0: 32767
.covers AT
