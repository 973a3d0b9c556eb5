; race: warp 0 has updated the word by an atomic itself, and then warp 1 only compares it, by a fetch_cas that fails. The store of
; warp 0 races with that: two atomics never race, a store and an atomic do.
.threads 1
.warps 2
.memory 0: 7
        bnz wid, other
        u = fetch_add [0], 1
        x = 1
        x = 2
        [0] = 5
        jump end
other:  v = fetch_cas [0], 99, 1
end:    sync
        stop
.expect trap race 10 warp 0 threads: 0
.covers race
