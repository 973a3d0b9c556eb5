; LD: the word is copied; a later store does not reach the variable.
.threads 1
.memory 0: 1
        x = [0]
        [0] = 2
        stop
.expect var x: 1
.expect memory 0: 2
.covers LD ST
