; ST: the word may be a constant (erratum E10); all threads may store the same one.
.threads 32
        [4] = -12
        stop
.expect memory 3: _ -12 _
.expect stat memory_requests == 1
.expect stat memory_transactions == 1
.covers ST
