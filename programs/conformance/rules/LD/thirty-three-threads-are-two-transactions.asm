; LD: the 33rd word lies in a second segment.
.threads 33
.iota 0 33
        x = [tid]
        stop
.expect stat memory_transactions == 2
.covers LD
