; AT: in a word that wraps, sums and differences are taken modulo 2^w.
.threads 3
.word 8 wrap
.memory 0: 126 -127
        x = fetch_add [0], 1
        y = fetch_sub [1], 1
        stop
.expect var x: 126 127 -128
.expect var y: -127 -128 127
.expect memory 0: -127 126
.covers AT
