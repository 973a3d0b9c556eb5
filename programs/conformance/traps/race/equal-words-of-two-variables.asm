; race: words count, not the variables: x - x and 0 are equal, 1 is not.
.threads 2
        x = tid - tid
        [0] = x             ; 0 and 0
        x = x + tid
        [0] = x              ; 0 and 1
        stop
.expect trap race 6
.expect memory 0: 0
.expect steps 3
.covers ST race
