; AT: a sum and a difference that just fit a word that traps.
.threads 1
.memory 0: 9223372036854775800 -9223372036854775800
        x = fetch_add [0], 7
        y = fetch_sub [1], 8
        stop
.expect memory 0: 9223372036854775807 -9223372036854775808
.covers AT
