; Two warps draw a ticket each. The first gets 1: there are two results, and no order of the warps makes the
; program wrong.
.threads 1
.warps 2
.memory 0: 0
        ticket = atomic_inc [0]
        stop
.expect stop
.expect memory 0: 2
