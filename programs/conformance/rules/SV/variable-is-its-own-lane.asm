; SV: the operand and the variable may be one: each thread takes k of thread k.
.threads 8
        k = tid + 1
        k = k % 8
        shfl k, k
        stop
.expect var k: 2 3 4 5 6 7 0 1
.covers SV
