; Code after a jump is unreachable up to the next label that is a target.
.threads 4
        x = 1
        jump end
        x = 2                   ; warning: dead-code
        [tid] = x
end:    stop
.expect stop
.expect var x: 1 1 1 1
