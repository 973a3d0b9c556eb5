; AT: the least word has no negation: 0 less it does not fit, −1 less it does.
.threads 2
.word 32
.memory 0: -1 0
        x = fetch_sub [tid], -2147483648
        stop
.expect trap overflow 5 threads: 1
.expect memory 0: -1 0
.covers overflow
