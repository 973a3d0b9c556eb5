; A label past the last instruction is a target, and the trap there has no line.
.threads 2
        x = 1
        jump end
end:
.expect trap pc-out-of-program
.expect steps 2
.covers JP pc-out-of-program
