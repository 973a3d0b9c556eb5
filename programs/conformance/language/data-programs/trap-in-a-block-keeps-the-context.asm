; A trap in a block changes nothing: all threads are active, and the stores from before stay.
.threads 4
.active 1
        everywhere
        [tid] = 1
        x = 8 / tid
        end_everywhere
        stop
.expect trap division-by-zero 6
.expect active: 0-3
.expect var x: _ _ _ _
.expect memory 0: 1 1 1 1
.expect steps 2
.covers EB ST division-by-zero
