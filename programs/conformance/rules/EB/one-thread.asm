; In a warp of one thread a block wakes no thread.
.threads 1
        x = 1
        everywhere
        x = x + 1
        end_everywhere
        stop
.expect stop
.expect active 0
.expect var x: 2
.expect steps 5
.expect stat lanes_woken == 0
.covers EB EE
