; A word of 16 bits that traps holds -32768 to 32767, in variables and in Σ.
.threads 2
.word 16
.memory 0: 32767 -32768
        x = 32767
        y = -32768
        a = [0]
        b = [1]
        [2] = y
        stop
.expect var x: 32767 32767
.expect var y: -32768 -32768
.expect var a: 32767 32767
.expect var b: -32768 -32768
.expect memory 2: -32768
.covers CT LD ST
