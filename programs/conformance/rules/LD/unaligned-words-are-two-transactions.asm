; LD: 32 words from an address that is not a multiple of 32 lie in two segments.
.threads 32
.iota 31 32
        a = tid + 31
        x = [a]
        stop
.expect stat memory_transactions == 2
.covers LD
