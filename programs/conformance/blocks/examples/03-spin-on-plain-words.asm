; Each thread waits until a word has its number, and then increments the word, without atomics. In lock step the thread
; that leaves the loop waits at the `sync`; independent threads race: thread 0 stores (line 12) what thread 1 loads (line 6).
.steps 300
.threads 2
.memory 0: 0
l:      t = [0]
        w = t != tid
        bz w, in
        jump l
in:     sync
        n = tid + 1
        [0] = n
        stop
.expect lockstep limit
.expect volta trap race 12 threads: 0
.covers race
