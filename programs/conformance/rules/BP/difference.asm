; BP: - is not symmetric.
.threads 2
        x = tid - 5
        y = 5 - tid
        stop
.expect var x: -5 -4
.expect var y: 5 4
.covers BP
