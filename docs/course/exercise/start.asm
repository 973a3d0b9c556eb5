; Words over 100 become 100.
.threads 8
.memory 0: 7 300 100 101 -5 0 99 250
        x = [tid]
        ; your code
        stop
.expect memory 8: 7 100 100 100 -5 0 99 100
