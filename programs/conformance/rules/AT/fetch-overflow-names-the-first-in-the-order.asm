; AT, overflow: in descending order thread 3 makes 120, thread 2 makes 126, and thread 1 does not fit. All is as it was.
.threads 4
.order descending
.word 8
.memory 0: 114
        x = fetch_add [0], 6
        stop
.expect trap overflow 6 threads: 1
.expect memory 0: 114
.expect var x: _ _ _ _
.covers overflow
