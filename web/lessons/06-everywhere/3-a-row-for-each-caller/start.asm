; The whole warp doubles the row of each thread that calls.
.threads 4
.memory 0: 0 1 0 7
.iota 4 16 1
        calls = [tid]
        ; your program
        stop
.expect memory 4: 1 2 3 4
.expect memory 8: 10 12 14 16
.expect memory 12: 9 10 11 12
.expect memory 16: 26 28 30 32
