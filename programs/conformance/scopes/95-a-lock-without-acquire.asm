; The same without acquire: the load of the second thread (line 9) races with the store of the first (line 11).
.steps 300
.threads 2
.memory 0: 0 0
l:      f = fetch_cas.relaxed.block [1], 0, 1
        bz f, in
        jump l
in:     sync
        v = [0]
        v = v + 1
        [0] = v
        store.release.block [1], 0
        stop
.expect lockstep limit
.expect volta trap race 9
.covers race AT ST
