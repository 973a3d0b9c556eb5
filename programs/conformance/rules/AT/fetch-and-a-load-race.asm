; AT: a load and a fetch_OP of one address by different warps race.
.threads 2
.warps 2
.memory 0: 0
        bnz wid, other
        x = fetch_or [0], 0
        jump end
other:  x = [0]
end:    sync
        stop
.expect trap race 8 warp 1 threads: 0
.covers race
