; AT: warp 1 loads, warp 0 fails to compare, and then warp 2 adds: it races with the load.
.threads 1
.warps 3
.memory 0: 7
        c = wid == 1
        bnz c, loads
        c = wid == 2
        bnz c, adds
        x = fetch_cas [0], 1, 2
        jump join
adds:   y = 0
        y = 1
        x = fetch_add [0], 1
join:   sync
        jump end
loads:  x = [0]
end:    sync
        stop
.expect trap race 13 warp 2
.covers race
