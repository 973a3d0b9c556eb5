; A word of 32 bits that traps holds -2147483648 to 2147483647, in variables and in Σ.
.threads 2
.word 32
.memory 0: 2147483647 -2147483648
        x = 2147483647
        y = -2147483648
        a = [0]
        b = [1]
        [2] = y
        stop
.expect var x: 2147483647 2147483647
.expect var y: -2147483648 -2147483648
.expect var a: 2147483647 2147483647
.expect var b: -2147483648 -2147483648
.expect memory 2: -2147483648
.covers CT LD ST
