; AT: the same in the other order.
.threads 1
.warps 2
.memory 0: 7
        bnz wid, other
        [0] = 7
        jump end
other:  x = fetch_cas [0], 1, 2
end:    sync
        stop
.expect trap race 8 warp 1
.covers race
