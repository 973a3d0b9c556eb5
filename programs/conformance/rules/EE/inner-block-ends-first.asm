; `end_everywhere` closes the innermost block: all threads are active after the first, one after the second.
.threads 4
.active 3
        everywhere
        everywhere
        end_everywhere
        x = tid
        end_everywhere
        y = tid
        stop
.expect stop
.expect active 3
.expect var x: 0 1 2 3
.expect var y: _ _ _ 3
.expect steps 7
.covers EE
