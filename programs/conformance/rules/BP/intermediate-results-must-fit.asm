; BP: each result must fit by itself: a sum that goes too far and comes back traps on the way.
.threads 1
        x = 9223372036854775807
        x = x + 1
        x = x - 1
        stop
.expect trap overflow 4
.expect var x: 9223372036854775807
.covers overflow
