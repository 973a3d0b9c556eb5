; CT: v = c is counted as copy, and is one step.
.threads 32
        x = 1
        y = 2
        stop
.expect stat by_instruction.copy == 2
.expect stat by_instruction.bp == 0
.expect steps 3
.covers CT
