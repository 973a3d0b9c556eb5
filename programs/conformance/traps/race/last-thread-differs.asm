; race: 999 threads store 0, the last 1.
.threads 1000
        x = tid / 999
        [0] = x
        stop
.expect trap race 4
.expect memory 0: _
.covers race
