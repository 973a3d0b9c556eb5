; no division-by-zero in a thread that waits.
.threads 64
        x = 0
        bz tid, join
        x = 63 % tid
join:   sync
        stop
.expect stop
.expect var x: 0 0 1 0 3 3 3 0 7 0 3 8 3 11 7 3 15 12 9 6 3 0 19 17 15 13 11 9 7 5 3 1 31 30 29 28 27 26 25 24 23 22 21 20 19 18 17 16 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1 0
.covers BP
