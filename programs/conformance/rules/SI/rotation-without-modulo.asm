; SI: thread 0 reads lane -1 and loses its value, the others take their left neighbour's.
.threads 33
        x = tid * 2
        k = tid - 1
        shfl x, k
        stop
.expect var x: _ 0 2 4 6 8 10 12 14 16 18 20 22 24 26 28 30 32 34 36 38 40 42 44 46 48 50 52 54 56 58 60 62
.covers SI SV
