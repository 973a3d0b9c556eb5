; Addresses in directives may be larger than the word; a program reaches 127 of them in 8 bits.
.threads 1
.word 8
.fill 120 200 3
        x = [127]
        stop
.expect var x: 3
.expect memory 319: 3 _
.covers LD
