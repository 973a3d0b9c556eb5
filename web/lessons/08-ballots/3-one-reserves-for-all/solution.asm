; One reserves for all.
.threads 8
.memory 0: 100
.memory 1: 0 1 0 1 0 1 0 1
.order ascending
        a = tid + 1
        needs = [a]
        bz needs, skip
        votes = ballot needs
        count = popc votes
        before = 1 << tid
        before = before - 1
        rank = votes & before
        rank = popc rank
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
.expect memory 0: 104
.expect memory 100: 1 3 5 7 _
