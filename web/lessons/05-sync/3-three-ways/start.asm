; Three ways out of two branches: where do they end?
.threads 8
.memory 0: 5 -2 0 -1 0 8 -6 6
        x = [tid]
        ; your program
        stop
.expect memory 8: 1 -1 0 -1 0 1 -1 1
