; UN: only the 64 bits of the word count.
.threads 4
.word 64 wrap
.memory 0: -1 0 1 100
        x = [tid]
        p = popc x
        z = clz x
        stop
.expect var p: 64 0 1 3
.expect var z: 0 64 63 57
.covers UN
