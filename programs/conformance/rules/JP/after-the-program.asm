; A `jump` past the last instruction is valid; the trap comes next, after the jump.
.threads 2
        x = 1
        jump end
        stop
end:
.expect trap pc-out-of-program
.expect active 0-1
.expect var x: 1 1
.expect steps 2
.expect stat by_instruction.jump == 1
.covers JP pc-out-of-program
