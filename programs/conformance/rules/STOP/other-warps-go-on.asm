; In a grid, a warp that stops lets the others continue, and the run ends when all have stopped.
.threads 2
.warps 3
.memory 0: 0
        bz wid, early           ; warp 0
        n = atomic_inc [0]
early:  sync
        stop
.expect stop
.expect active 0-1
.expect memory 0: 4
.expect steps 11                                ; 3 of warp 0, 4 of each other
.expect stat by_instruction.stop == 3
.covers STOP
