; ST: 64 threads with a stride of 2 address four segments.
.threads 64
        a = tid * 2
        [a] = 1
        stop
.expect stat memory_transactions == 4
.expect stat by_instruction.st == 1
.covers ST
