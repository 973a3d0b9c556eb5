; The positive words, in a row without gaps.
.threads 8
.memory 0: 5 -2 0 1 3 -8 -6 4
        x = [tid]
        ; your program
        stop
.expect memory 99: 4
.expect memory 100: 5 1 3 4 _
