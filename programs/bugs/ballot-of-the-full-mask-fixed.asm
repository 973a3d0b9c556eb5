; ComputationalRadiationPhysics/picongpu#2514, fixed: the vote comes before the branch, where all threads are active.
; From its result each thread computes how many threads want an element, how many of them precede it, and which leads.
; The leader inside of the branch is then an active thread.
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
        bz lead, done
        base = [NEXT]
        after = base + count
        [NEXT] = after
done:   sync
        shfl base, leader
        slot = base + rank
join:   sync
        stop
.expect stop
.expect memory 0: 14
.expect var slot: _ 10 _ 11 _ 12 _ 13
