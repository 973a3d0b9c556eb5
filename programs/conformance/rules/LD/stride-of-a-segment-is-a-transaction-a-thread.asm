; LD: with a stride of 32 each thread's word lies in a segment of its own.
.threads 32
.fill 0 1024 1
        a = tid * 32
        x = [a]
        stop
.expect stat memory_requests == 1
.expect stat memory_transactions == 32
.covers LD
