; AT: a fetch_cas that replaces the word races with a load.
.threads 1
.warps 2
.memory 0: 7
        bnz wid, other
        x = fetch_cas [0], 7, 7
        jump end
other:  x = [0]
end:    sync
        stop
.expect trap race 8 warp 1
.covers race
