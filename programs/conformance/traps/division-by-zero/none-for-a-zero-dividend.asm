; no division-by-zero where the left operand is 0.
.threads 2
        d = tid + 1
        q = 0 / d
        r = 0 % d
        stop
.expect stop
.expect var q: 0 0
.expect var r: 0 0
.covers BP
