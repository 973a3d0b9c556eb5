; ST: the word may be tid.
.threads 2
        a = tid + 6
        [a] = tid
        stop
.expect memory 6: 0 1
.covers ST MT
