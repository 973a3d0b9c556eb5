; Threads that were never active at first work in two blocks; between and after them they are dormant.
.threads 8
.active 0-1
        everywhere
        x = tid
        end_everywhere
        x = 100
        everywhere
        x = x + 1
        end_everywhere
        y = x
        stop
.expect stop
.expect active 0-1
.expect var x: 101 101 3 4 5 6 7 8
.expect var y: 101 101 _ _ _ _ _ _
.expect stat lanes_woken == 12
.covers EB EE
