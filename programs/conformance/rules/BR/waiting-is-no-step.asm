; Warp 1 waits for many rounds while warp 0 counts to 50: the turns in which it waits are not counted.
.threads 2
.warps 2
        bnz wid, join
        i = 0
loop:   i = i + 1
        more = i < 50
        bnz more, loop
        sync
join:   sync
        barrier
        stop
.expect stop
.expect var i: 50 50
.expect steps 160                               ; 156 of warp 0, 4 of warp 1
.expect stat by_instruction.barrier == 2
.covers BR
