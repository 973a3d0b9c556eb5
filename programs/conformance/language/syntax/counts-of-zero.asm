; A count may be 0: such a preload defines nothing.
.threads 1
.fill 0 0 5
.iota 4 0
        stop
.expect memory 0: _ _ _ _ _
.covers STOP
