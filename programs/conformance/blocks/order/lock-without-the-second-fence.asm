; Without the fence before the lock is passed on, neither.
.threads 2
.memory 0: 0 0
        on = 1
l:      bz on, out
        k = fetch_cas [0], 0, 1
        bnz k, not
        fence.block
        s = [1]
        s = s + 1
        [1] = s
        k = fetch_exch [0], 0
        on = 0
not:    sync
        jump l
out:    sync
        stop
.expect lockstep stop
.expect lockstep memory 0: 0 2
.expect volta trap race 9 threads: 1
.covers FE race
