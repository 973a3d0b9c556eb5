; overflow: a shift whose bits would fall out on the left is one, even if 0 remained.
.threads 1
        x = 4 << 62
        stop
.expect trap overflow 3
.covers overflow
