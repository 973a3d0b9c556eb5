; The lock is passed on by a plain store (line 13), which races with the `fetch_cas` of the other thread.
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
        fence.block
        [0] = 0
        on = 0
not:    sync
        jump l
out:    sync
        stop
.expect lockstep stop
.expect lockstep memory 0: 0 2
.expect volta trap race 13 threads: 0
.covers race
