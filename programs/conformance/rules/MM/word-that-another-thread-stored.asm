; MM: Σ is shared: each of 32 threads reads what its neighbour stored.
.threads 32
        [tid] = tid
        k = tid ^ 1
        x = [k]
        stop
.expect var x: 1 0 3 2 5 4 7 6 9 8 11 10 13 12 15 14 17 16 19 18 21 20 23 22 25 24 27 26 29 28 31 30
.covers MM LD
