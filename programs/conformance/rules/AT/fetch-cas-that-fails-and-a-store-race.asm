; AT: a fetch_cas that fails reads, and so it races with a store.
.threads 1
.warps 2
.memory 0: 7
        bnz wid, other
        x = fetch_cas [0], 1, 2
        jump end
other:  [0] = 7
end:    sync
        stop
.expect trap race 8 warp 1
.covers race
