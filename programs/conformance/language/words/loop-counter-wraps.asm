; A counter of 8 bits that wraps goes from 127 to -128, and ends the loop.
.threads 2
.word 8 wrap
        i = 120
        n = 0
loop:   more = i >= 0
        bz more, done
        i = i + 1
        n = n + 1
        jump loop
done:   sync
        stop
.expect var i: -128 -128
.expect var n: 8 8
.covers BP BT
