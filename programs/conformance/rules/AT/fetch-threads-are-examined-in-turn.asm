; AT: thread 0 has no word at its address, and thread 1 no operand: thread 0 is reported.
.threads 2
        c = tid == 0
        bz c, rest
        o = 1
rest:   sync
        x = fetch_add [tid], o
        stop
.expect trap undefined-memory 7 threads: 0
.covers undefined-memory
