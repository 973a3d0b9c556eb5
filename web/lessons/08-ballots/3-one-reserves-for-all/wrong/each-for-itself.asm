; fetch_add is atomic: each thread takes an element.
        a = tid + 1
        needs = [a]
        bz needs, skip
        votes = ballot needs
        slot = fetch_add [0], 1
        shfl slot, tid
        [slot] = tid
skip:   sync
        stop
