; Each thread has some items. Where in the common list do they begin?
.threads 8
.memory 0: 3 1 4 1 5 9 2 6
        x = [tid]
        ; your program
        stop
.expect memory 8: 0 3 4 8 9 14 23 25
.expect stat by_instruction.shfl <= 6
.expect stat memory_requests == 2
