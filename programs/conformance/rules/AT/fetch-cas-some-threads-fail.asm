; AT: thread 0 replaces the word, thread 1 fails: the warp has updated it, and a load of another warp races.
.threads 2
.warps 2
.memory 0: 7
        bnz wid, other
        x = fetch_cas [0], 7, 8
        jump end
other:  x = [0]
end:    sync
        stop
.expect trap race 8 warp 1 threads: 0
.covers race
