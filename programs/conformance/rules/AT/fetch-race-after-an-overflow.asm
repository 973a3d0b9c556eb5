; AT: a race is checked after the overflow.
.threads 1
.warps 2
.word 8
.memory 0: 127
        bnz wid, other
        x = [0]
        jump end
other:  x = fetch_add [0], 1
end:    sync
        stop
.expect trap overflow 9 warp 1
.covers overflow
