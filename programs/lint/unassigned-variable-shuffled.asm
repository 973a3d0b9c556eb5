; A shuffle copies a variable from another thread: here no thread has a value. Each variable is
; reported once.
.threads 4
        shfl x, 0               ; warning: unassigned-variable
        y = x + 1
        stop
.expect trap undefined-variable 4
