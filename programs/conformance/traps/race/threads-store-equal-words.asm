; race under .races thread: equal words in one instruction.
.threads 2
.races thread
        [0] = 7
        stop
.expect trap race 4
.expect memory 0: _
.covers race
