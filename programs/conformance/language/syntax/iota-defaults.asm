; .iota counts from 0 by 1, unless a start and a step follow.
.threads 1
.iota 0 3
.iota 10 3 7
.iota 20 3 7 -5
.iota 30 3 -1 0
        stop
.expect memory 0: 0 1 2 _
.expect memory 10: 7 8 9 _
.expect memory 20: 7 2 -3 _
.expect memory 30: -1 -1 -1 _
.covers STOP
