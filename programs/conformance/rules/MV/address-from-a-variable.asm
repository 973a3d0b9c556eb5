; MV: addresses are operands: a load and a store by a variable.
.threads 2
.memory 10: 55 66
        a = tid + 10
        x = [a]
        a = a + 10
        [a] = x
        stop
.expect memory 20: 55 66
.covers MV LD ST
