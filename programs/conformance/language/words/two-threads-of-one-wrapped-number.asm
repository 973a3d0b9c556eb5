; In a wrap word of 8 bits threads 5 and 261 have one number, 5: they store it to one address, no race.
.threads 1000
.word 8 wrap
.active 5 261
        [tid] = tid
        stop
.expect active: 5 261
.expect memory 5: 5 _
.covers ST MT
