; LD: threads that wait address nothing: the two halves are a request and a transaction each.
.threads 64
.iota 0 64
        c = tid < 32
        bz c, high
        x = [tid]
        jump join
high:   x = [tid]
join:   sync
        stop
.expect var x: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63
.expect stat memory_requests == 2
.expect stat memory_transactions == 2
.covers LD SS
