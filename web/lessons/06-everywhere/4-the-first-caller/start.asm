; Who called first? All threads store the answer.
.threads 8
.memory 0: 5 2 7 -1 3 -8 6 6
        x = [tid]
        ; your program
        stop
.expect memory 8: 3 3 3 3 3 3 3 3
