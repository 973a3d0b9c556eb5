; SV: a constant lane. All 32 threads take the value of thread 5.
.threads 32
        x = tid * 3
        shfl x, 5
        stop
.expect stop
.expect var x: 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15
.expect stat by_instruction.shfl == 1
.expect stat memory_requests == 0
.covers SV
