; A label may appear on a line of its own; it names the next instruction, beyond blank lines, comments and directives.
.threads 2
        bz tid, zero
        x = 1
        jump join
zero:

        ; a comment
.memory 0: 5
        x = [0]
join:
        sync
        stop
.expect var x: 5 1
.covers BD LD
