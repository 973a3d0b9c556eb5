; A ballot in each round gives each word its position; base counts the words of earlier rounds.
; All threads have the same base, so the last store is no conflict.
        n = [0]
        limit = [1]
        below = 1 << tid
        below = below - 1
        base = 0
        first = 0
round:  more = first < n
        bz more, over
        keep = 0
        i = first + tid
        inside = i < n
        bz inside, known
        a = i + 1024
        x = [a]
        keep = x > limit
known:  sync
        votes = ballot keep
        before = votes & below
        before = popc before
        bz keep, stored
        a = base + before
        a = a + 4096
        [a] = x
stored: sync
        votes = popc votes
        base = base + votes
        first = first + warp_size
        jump round
over:   sync
        [2] = base
        stop
