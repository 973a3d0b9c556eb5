; race: t is the lowest thread whose value differs from that of s, the lowest that stores to the same address.
.threads 6
        a = tid % 2
        v = tid / 3
        [a] = v
        stop
.expect trap race 5 threads: 1 3
.covers race
