; no overflow for the remainder: the smallest word % -1 is 0.
.threads 1
        x = -9223372036854775808
        y = x % -1
        stop
.expect stop
.expect var y: 0
.covers BP
