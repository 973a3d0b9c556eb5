; ST: a single thread stores at a constant address.
.threads 1
        x = 3
        [9] = x
        stop
.expect memory 9: 3
.covers ST
