; AT: a thread's operands are checked before its address, from left to right.
.threads 1
.memory 0: 1
        x = fetch_cas [-1], 1, y
        y = 1
        stop
.expect trap undefined-variable 4
.covers undefined-variable
