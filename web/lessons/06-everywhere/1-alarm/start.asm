; One negative word alarms the whole warp.
.threads 8
.memory 0: 5 2 7 1 3 -8 6 6
        x = [tid]
        ; your program
        stop
.expect memory 8: 0 1 2 3 4 5 6 7
