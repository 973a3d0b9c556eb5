; The number of votes is the rank.
        a = tid + 1
        needs = [a]
        bz needs, skip
        votes = ballot needs
        count = popc votes
        before = 1 << tid
        before = before - 1
        rank = popc votes
        rank = rank - 1
        leader = 0 - votes
        leader = leader & votes  ; the lowest bit of the ballot
        leader = leader - 1      ; as many bits as its number
        leader = popc leader
        first = tid == leader
        bz first, got
        base = fetch_add [0], count
got:    sync
        shfl base, leader
        slot = base + rank
        [slot] = tid
skip:   sync
        stop
