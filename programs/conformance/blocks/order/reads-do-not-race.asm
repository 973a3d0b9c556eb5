; All threads of both warps load the words that the program preloads.
.threads 2
.block 4
.memory 0: 5 6
        x = [0]
        y = [1]
        stop
.expect lockstep stop
.expect lockstep var x: 5 5
.expect lockstep var y warp 1: 6 6
.expect volta stop
.expect volta var x: 5 5
.expect volta var y warp 1: 6 6
.covers LD
