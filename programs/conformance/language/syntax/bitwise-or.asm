; The sign | is the bitwise or, between its operands like the others.
.threads 1
        x = 5 | 2
        y = x|8
        stop
.expect var x: 7
.expect var y: 15
.covers BP
