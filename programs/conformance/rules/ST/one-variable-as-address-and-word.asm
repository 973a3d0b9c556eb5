; ST: the address and the word may be one variable.
.threads 4
        x = tid + 4
        [x] = x
        stop
.expect memory 4: 4 5 6 7
.covers ST
