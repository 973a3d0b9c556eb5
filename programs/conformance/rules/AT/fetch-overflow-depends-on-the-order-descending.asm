; AT, overflow: the same in descending order: thread 3 adds to the largest word.
.threads 4
.word 8
.order descending
.memory 0: 127
        c = tid < 2
        d = c * 2
        d = 1 - d          ; -1 -1 1 1
        x = fetch_add [0], d
        stop
.expect trap overflow 9 threads: 3
.expect memory 0: 127
.covers overflow
