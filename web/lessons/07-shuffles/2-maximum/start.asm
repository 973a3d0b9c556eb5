; The greatest word, for every thread.
.threads 8
.memory 0: 3 9 4 1 5 2 6 0
        m = [tid]
        ; your program
        stop
.expect memory 8: 9 9 9 9 9 9 9 9
.expect stat by_instruction.shfl <= 6
.expect stat memory_requests == 2
