; By how much does each word differ from the one before it?
.threads 8
.memory 0: 3 1 4 1 5 9 2 6
        x = [tid]
        ; your program
        stop
.expect memory 8: 3 -2 3 -3 4 4 -7 4
.expect stat memory_requests == 2
