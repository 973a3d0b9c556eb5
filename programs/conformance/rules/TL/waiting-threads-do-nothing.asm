; TL: threads that wait in the stack do not execute the instructions of the other half.
.threads 4
        x = 0
        c = tid > 1
        bz c, join          ; 0 and 1 wait
        x = x + 1
        [tid] = x
join:   sync
        stop
.expect var x: 0 0 1 1
.expect memory 0: _ _ 1 1
.covers TL BD
