; Trap order: threads 0 and 1 store different words to one address, thread 2 has no word: that comes first.
.threads 3
        c = tid == 2
        bnz c, join
        x = tid
join:   sync
        [0] = x
        stop
.expect trap undefined-variable 7
.expect memory 0: _
.covers undefined-variable
