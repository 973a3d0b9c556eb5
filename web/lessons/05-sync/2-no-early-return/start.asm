; The words are counted by all threads, but not every thread has a word.
.threads 8
.memory 0: 3 5 2 -7
        n = [0]
        ; your program
        stop
.expect memory 100: 2 2 2 2 2 2 2 2
