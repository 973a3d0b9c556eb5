; AT: a store and a fetch_OP of one address by different warps race; the thread at that address is reported.
.threads 2
.warps 2
.memory 0: 0 0
        bnz wid, other
        [0] = 1
        jump end
other:  a = 1 - tid
        x = fetch_min [a], 5
end:    sync
        stop
.expect trap race 9 warp 1 threads: 1
.expect memory 0: 1 0
.covers race
