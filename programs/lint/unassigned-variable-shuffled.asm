; A shuffle passes on what a variable holds in another thread: here it never holds anything. Each variable is
; reported once.
.threads 4
        shfl x, 0               ; warning: unassigned-variable
        y = x + 1
        stop
.expect trap undefined-variable 4
