; UN: only the 16 bits of the word count.
.threads 4
.word 16 trap
.memory 0: -1 0 1 100
        x = [tid]
        p = popc x
        z = clz x
        stop
.expect var p: 16 0 1 3
.expect var z: 0 16 15 9
.covers UN
