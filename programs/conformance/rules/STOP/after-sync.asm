; `stop` after the `sync` that pops the last entry: Π is empty again.
.threads 2
        bz tid, join
join:   sync
        stop
.expect stop
.expect active 0-1
.expect steps 4
.expect stat by_instruction.sync == 2
.covers STOP SP
