; UN: a negative word is its two's complement pattern, so its highest bit is 1.
.threads 4
.memory 0: -1 -2 9223372036854775807 -9223372036854775808
        x = [tid]
        p = popc x
        z = clz x
        stop
.expect var p: 64 63 63 1
.expect var z: 0 0 1 0
.covers UN
