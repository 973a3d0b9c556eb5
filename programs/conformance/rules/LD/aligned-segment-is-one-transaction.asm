; LD: 32 words from a multiple of 32 lie in one segment.
.threads 32
.iota 64 32
        a = tid + 64
        x = [a]
        stop
.expect stat memory_transactions == 1
.expect stat by_instruction.ld == 1
.covers LD
