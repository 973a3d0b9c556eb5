; LD: all threads read one word, by a constant address (erratum E10): one request, one transaction.
.threads 32
.memory 5: 77
        x = [5]
        stop
.expect var x: 77 77 77 77 77 77 77 77 77 77 77 77 77 77 77 77 77 77 77 77 77 77 77 77 77 77 77 77 77 77 77 77
.expect stat memory_requests == 1
.expect stat memory_transactions == 1
.covers LD MM
