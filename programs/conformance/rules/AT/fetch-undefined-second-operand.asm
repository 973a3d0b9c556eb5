; AT: the last operand of fetch_cas is checked even if it is not needed.
.threads 1
.memory 0: 5
        x = fetch_cas [0], 4, y
        y = 0
        stop
.expect trap undefined-variable 4 threads: 0
.covers undefined-variable
