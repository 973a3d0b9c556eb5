; race: two threads store different words to one address.
.threads 2
        [5] = tid
        stop
.expect trap race 3
.expect memory 5: _
.expect active: 0 1
.covers race
