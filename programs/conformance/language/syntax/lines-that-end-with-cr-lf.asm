; The lines of this file end with CR LF: the CR is blank, after an instruction, a label, a comment and a directive.
.threads 2
.memory 0: 3 4
        x = [tid]
        jump end
        x = 0

end:
        stop
.expect var x: 3 4
.covers LD JP
