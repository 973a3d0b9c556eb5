; AT does not apply where the word is the largest already.
.threads 1
.memory 0: 9223372036854775807
        x = atomic_inc [0]
        stop
.expect trap overflow 4
.expect memory 0: 9223372036854775807
.expect var x: _
.covers overflow
