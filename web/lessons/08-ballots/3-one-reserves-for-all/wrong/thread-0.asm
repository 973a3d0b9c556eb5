; Thread 0 is the leader.
        a = tid + 1
        needs = [a]
        bz needs, skip
        votes = ballot needs
        count = popc votes
        before = 1 << tid
        before = before - 1
        rank = votes & before
        rank = popc rank
        leader = 0
        first = tid == leader
        bz first, got
        base = fetch_add [0], count
got:    sync
        shfl base, leader
        slot = base + rank
        [slot] = tid
skip:   sync
        stop
