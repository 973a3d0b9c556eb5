; The threads that need an element of a list reserve them all at once.
.threads 8
.memory 0: 100
.memory 1: 0 1 0 1 0 1 0 1
.order ascending
        a = tid + 1
        needs = [a]
        ; your program
        stop
.expect memory 0: 104
.expect memory 100: 1 3 5 7 _
