; Increments go from the largest word to the smallest, in the variable and in Σ.
.threads 3
.word 64 wrap
.memory 0: 9223372036854775806
        x = atomic_inc [0]
        stop
.expect var x: 9223372036854775807 -9223372036854775808 -9223372036854775807
.expect memory 0: -9223372036854775807
.covers AT
