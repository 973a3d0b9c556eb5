; fetch_add is atomic: each thread takes an element.
        a = tid + 1
        wants = [a]
        bz wants, skip
        votes = ballot wants
        slot = fetch_add [0], 1
        shfl slot, tid
        [slot] = tid
skip:   sync
        stop
