; BP: + of two variables.
.threads 3
        x = tid - 1
        y = 10
        z = x + y
        stop
.expect var z: 9 10 11
.covers BP
