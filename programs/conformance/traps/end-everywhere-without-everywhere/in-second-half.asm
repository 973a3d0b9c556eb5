; Only the first half opens a block, and the end is where both halves meet: the second half has none.
.threads 4
        bz tid, second
        everywhere
        x = 1
        jump close
second: x = 2
close:  end_everywhere
        sync
        stop
.expect trap end-everywhere-without-everywhere 8
.expect active 0
.expect var x: 2 1 1 1
.expect steps 7
.covers end-everywhere-without-everywhere EE SS
