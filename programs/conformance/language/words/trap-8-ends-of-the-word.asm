; A word of 8 bits that traps holds -128 to 127, in variables and in Σ.
.threads 2
.word 8
.memory 0: 127 -128
        x = 127
        y = -128
        a = [0]
        b = [1]
        [2] = y
        stop
.expect var x: 127 127
.expect var y: -128 -128
.expect var a: 127 127
.expect var b: -128 -128
.expect memory 2: -128
.covers CT LD ST
