; AT: the increment to the largest word fits.
.threads 1
.memory 0: 9223372036854775806
        x = atomic_inc [0]
        stop
.expect var x: 9223372036854775807
.covers AT
