; A constant that no instruction uses is not a word: it may be an address beyond the word of 8 bits.
.threads 1
.word 8
.const FAR 1000
.memory FAR: 5
        x = 1
        stop
.expect memory 1000: 5
.covers CT
