; AT: 100 threads at 3 addresses: each address has an order of its own.
.threads 100
.fill 0 3 0
        a = tid % 3
        x = fetch_add [a], 1
        stop
.expect memory 0: 34 33 33
.expect var x: 0 0 0 1 1 1 2 2 2 3 3 3 4 4 4 5 5 5 6 6 6 7 7 7 8 8 8 9 9 9 10 10 10 11 11 11 12 12 12 13 13 13 14 14 14 15 15 15 16 16 16 17 17 17 18 18 18 19 19 19 20 20 20 21 21 21 22 22 22 23 23 23 24 24 24 25 25 25 26 26 26 27 27 27 28 28 28 29 29 29 30 30 30 31 31 31 32 32 32 33
.expect stat memory_requests == 1
.covers AT
