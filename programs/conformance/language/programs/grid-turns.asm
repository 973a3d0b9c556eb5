; Warps take turns of one step: the tickets of a warp are not in a row, the warps alternate.
.threads 2
.warps 3
.memory 0: 0
        first = atomic_inc [0]
        second = atomic_inc [0]
        third = atomic_inc [0]
        stop
.expect stop
.expect var first: 1 2
.expect var second: 7 8
.expect var third: 13 14
.expect memory 0: 18
.expect steps 12
.covers AT STOP
