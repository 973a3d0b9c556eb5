; Two increments up to the largest word of 32 bits fit.
.threads 2
.word 32
.memory 0: 2147483645
        x = atomic_inc [0]
        stop
.expect var x: 2147483646 2147483647
.expect memory 0: 2147483647
.covers AT
