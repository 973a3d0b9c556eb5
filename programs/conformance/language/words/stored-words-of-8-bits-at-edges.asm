; Words that directives put into Σ are words: 255 is read as -1 in a wrap word of 8 bits, by .fill too.
.threads 2
.word 8 wrap
.fill 0 2 255
.iota 2 3 127 0
        x = [tid]
        stop
.expect var x: -1 -1
.expect memory 0: -1 -1 127 127 127
.covers LD
