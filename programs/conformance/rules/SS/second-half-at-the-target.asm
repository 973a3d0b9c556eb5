; At the `sync`, with threads still waiting, the warp goes back to where their half begins.
.threads 4
        low = tid < 1
        bnz low, second         ; thread 0 waits
        x = 1
        jump join
second: x = 2
join:   sync
        stop
.expect stop
.expect active 0-3
.expect var x: 2 1 1 1
.expect steps 8
.expect stat by_instruction.sync == 2
.covers SS SP
