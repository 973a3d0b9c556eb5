; What follows a jump is reached by nobody, down to the next label that something goes to.
.threads 4
        x = 1
        jump end
        x = 2                   ; warning: dead-code
        [tid] = x
end:    stop
.expect stop
.expect var x: 1 1 1 1
