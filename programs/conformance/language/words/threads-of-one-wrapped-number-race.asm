; In a wrap word of 8 bits threads 5 and 261 have one address, 5, and here they store different words to it.
.threads 1000
.word 8 wrap
.active 5 261
.memory 100: 0
        n = atomic_inc [100]
        [tid] = n
        stop
.expect trap race 7
.expect active: 5 261
.expect memory 5: _
.expect memory 100: 2
.covers AT race
