; ST does not apply where two active threads store different words to one address.
.threads 2
        [0] = tid
        stop
.expect trap race 3
.expect memory 0: _
.covers race
