; no invalid-address in a thread that waits: thread 0 does not load at -1.
.threads 32
.iota 0 31 5
        a = tid - 1
        bz tid, join
        x = [a]
join:   sync
        stop
.expect stop
.expect var x: _ 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35
.covers LD
