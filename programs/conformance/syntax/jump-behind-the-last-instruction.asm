; A label behind the last instruction is a target, and what comes there is a trap without a line.
.threads 2
        x = 1
        jump end
end:
.expect trap pc-out-of-program
.expect steps 2
.covers JP pc-out-of-program
