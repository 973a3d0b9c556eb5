; AT, overflow: in descending order, too, everything is taken back.
.threads 100
.word 16
.order descending
.fill 0 2 32700
        a = tid & 1
        x = a * 2          ; threads with odd numbers: 1 + 2
        x = x + 1
        y = fetch_add [a], x
        stop
.expect trap overflow
.expect memory 0: 32700 32700
.covers overflow
