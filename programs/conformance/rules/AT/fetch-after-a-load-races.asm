; AT: the same in the other order: the fetch_OP comes later, and is reported.
.threads 2
.warps 2
.memory 0: 0
        bnz wid, other
        x = [0]
        jump end
other:  x = fetch_or [0], 0
end:    sync
        stop
.expect trap race 8 warp 1 threads: 0
.covers race
