; AT does not apply where the sum does not fit the word.
.threads 1
.memory 0: 9223372036854775800
        x = fetch_add [0], 8
        stop
.expect trap overflow 4 threads: 0
.expect memory 0: 9223372036854775800
.expect var x: _
.covers overflow
