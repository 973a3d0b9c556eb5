; The threads of one warp draw tickets at two counters, odd and even. Only the order at each counter is visible:
; of the 24 orders of four threads, four can be distinguished.
.threads 4
.memory 0: 0 0
        counter = tid & 1
        ticket = atomic_inc [counter]
        stop
.expect stop
.expect memory 0: 2 2
