; BP: <= is 1 or 0.
.threads 3
        x = tid <= 1
        stop
.expect var x: 1 1 0
.covers BP
