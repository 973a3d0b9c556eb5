; UN: only the 32 bits of the word count.
.threads 4
.word 32 wrap
.memory 0: -1 0 1 100
        x = [tid]
        p = popc x
        z = clz x
        stop
.expect var p: 32 0 1 3
.expect var z: 0 32 31 25
.covers UN
