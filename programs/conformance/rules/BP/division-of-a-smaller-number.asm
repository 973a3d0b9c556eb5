; BP: a quotient between -1 and 1 is 0, and the remainder the left operand.
.threads 2
        x = tid - 1         ; -1 and 0
        q = x / 5
        r = x % 5
        stop
.expect var q: 0 0
.expect var r: -1 0
.covers BP
