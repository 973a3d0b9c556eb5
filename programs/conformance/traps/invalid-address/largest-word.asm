; invalid-address: the largest word.
.threads 2
        [9223372036854775807] = 1
        stop
.expect trap invalid-address 3
.covers invalid-address
