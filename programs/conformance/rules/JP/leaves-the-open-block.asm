; In a block, `jump` leaves Λ alone: the block may be spread over the program.
.threads 4
.active 2
        everywhere
        jump body
close:  end_everywhere
        stop
body:   x = tid
        jump close
.expect stop
.expect active 2
.expect var x: 0 1 2 3
.expect steps 6
.expect stat max_context_depth == 1
.covers JP EE
