; undefined-memory: the second step along a list leads to a word that nothing defines.
.threads 1
.memory 0: 3
        p = [0]
        p = [p]
        stop
.expect trap undefined-memory 5
.expect var p: 3
.covers LD undefined-memory
