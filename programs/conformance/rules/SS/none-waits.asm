; The premise just fails: the branch was uniform, no thread waits, and the one `sync` is an SP.
.threads 2
        zero = 0
        bz zero, second
        x = 1
        jump join
second: x = 2
join:   sync
        stop
.expect stop
.expect var x: 2 2
.expect steps 5
.expect stat by_instruction.sync == 1
.covers SP BT
