; UN: only the 8 bits of the word count.
.threads 4
.word 8 wrap
.memory 0: -1 0 1 100
        x = [tid]
        p = popc x
        z = clz x
        stop
.expect var p: 8 0 1 3
.expect var z: 0 8 7 1
.covers UN
