; The name of a constant is misspelt, so it is a variable.
.threads 4
.const SIZE 4
        c = tid < SIZE
        d = tid < SZIE          ; warning: unassigned-variable
        stop
.expect trap undefined-variable 5
