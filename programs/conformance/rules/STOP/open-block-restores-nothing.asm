; `stop` in an open block under `restore`: only EE restores variables, so what the block wrote stays.
.threads 4
.registers restore
.active 0
        x = 7
        everywhere
        x = tid + 1
        stop
.expect stop
.expect active 0-3
.expect var x: 1 2 3 4
.expect stat by_instruction.end_everywhere == 0
.covers STOP
