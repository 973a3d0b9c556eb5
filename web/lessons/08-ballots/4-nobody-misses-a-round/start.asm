; Every round, the threads that still work are counted. All threads must know the sum of the counts.
.threads 8
.memory 0: 3 1 0 2 3 1 2 1
        n = [tid]
        ; your program
        stop
.expect memory 8: 13 13 13 13 13 13 13 13
