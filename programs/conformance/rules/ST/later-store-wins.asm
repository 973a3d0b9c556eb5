; ST: a later instruction replaces the word.
.threads 2
        [tid] = 1
        [tid] = 2
        stop
.expect memory 0: 2 2
.covers ST
