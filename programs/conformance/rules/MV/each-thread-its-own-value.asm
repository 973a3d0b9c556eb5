; MV: a variable is read from the thread's own bank.
.threads 33
        x = tid * 2
        y = x + 1
        stop
.expect var y: 1 3 5 7 9 11 13 15 17 19 21 23 25 27 29 31 33 35 37 39 41 43 45 47 49 51 53 55 57 59 61 63 65
.covers MV
