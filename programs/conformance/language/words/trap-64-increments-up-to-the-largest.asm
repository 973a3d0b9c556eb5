; Two increments up to the largest word of 64 bits fit.
.threads 2
.word 64
.memory 0: 9223372036854775805
        x = atomic_inc [0]
        stop
.expect var x: 9223372036854775806 9223372036854775807
.expect memory 0: 9223372036854775807
.covers AT
