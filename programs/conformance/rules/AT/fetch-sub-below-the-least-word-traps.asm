; AT does not apply where the difference does not fit the word.
.threads 1
.memory 0: -9223372036854775800
        x = fetch_sub [0], 9
        stop
.expect trap overflow 4 threads: 0
.expect memory 0: -9223372036854775800
.covers overflow
