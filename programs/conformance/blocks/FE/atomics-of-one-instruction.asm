; The atomics of one instruction are of one step: none of them is later than another, so that in lock step the fences order nothing.
; Threads that run on their own take the steps one after the other.
.threads 2
.races thread
.memory 9: 0
        [tid] = 5
        fence.grid
        v = atomic_inc [9]
        fence.grid
        x = [0]
        stop
.expect lockstep trap race 10 threads: 1
.expect volta stop
.expect volta var x: 5 5
.covers FE race
