; Example 4 without the fence after the loop: the atomics alone order nothing. Thread 1 loads (line 11) what thread 0 has
; stored (line 13).
.steps 300
.threads 2
.memory 0: 0 0
l:      t = fetch_or [0], 0
        w = t != tid
        bz w, in
        jump l
in:     sync
        s = [1]
        s = s + 1
        [1] = s
        fence.block
        u = fetch_add [0], 1
        stop
.expect lockstep limit
.expect volta trap race 11 threads: 1
.covers race
