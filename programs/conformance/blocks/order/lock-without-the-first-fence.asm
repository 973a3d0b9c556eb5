; Without the fence after the lock is taken, what the last holder stored is not ordered.
.threads 2
.memory 0: 0 0
        on = 1
l:      bz on, out
        k = fetch_cas [0], 0, 1
        bnz k, not
        s = [1]
        s = s + 1
        [1] = s
        fence.block
        k = fetch_exch [0], 0
        on = 0
not:    sync
        jump l
out:    sync
        stop
.expect lockstep stop
.expect lockstep memory 0: 0 2
.expect volta trap race 8 threads: 1
.covers FE race
