; ComputationalRadiationPhysics/picongpu#2514, mended: the vote is taken before the branch, where all threads are. Each
; learns from it who wants a place: how many, how many before itself, and who is the first of them to lead. Inside of
; the branch, the leader is then a thread that is there.
.threads 8
.const NEXT 0
.memory NEXT: 10
        wants = tid & 1
        leader = warp_size
        count = 0
        rank = 0
        lane = 0
vote:   more = lane < warp_size
        bz more, voted
        v = wants
        shfl v, lane
        count = count + v
        before = lane < tid
        before = before * v
        rank = rank + before
        first = lane - warp_size
        first = first * v
        first = first + warp_size
        leader = min leader, first
        lane = lane + 1
        jump vote
voted:  sync
        bz wants, join
        lead = tid == leader
        bz lead, told
        base = [NEXT]
        after = base + count
        [NEXT] = after
told:   sync
        shfl base, leader
        slot = base + rank
join:   sync
        stop
.expect stop
.expect memory 0: 14
.expect var slot: _ 10 _ 11 _ 12 _ 13
