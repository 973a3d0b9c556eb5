; ComputationalRadiationPhysics/picongpu#2514: a vote of "all threads" taken inside of a branch.
;
;     if (wanted) { mask = ballot_sync(0xFFFFFFFF, 1); leader = first(mask);
;                   if (tid == leader) base = atomicAdd(next, count(mask));  slot = shfl(base, leader) + rank(mask); }
;
; The function reserves places in a list, one addition for the whole warp. It is called by those threads that want a
; place, but its vote names all of the warp. What the vote gives is then undefined, and on the first cards whose
; threads are scheduled independently the programs hung, for the vote waits for threads that never come.
;
; The machine has no mask that could say too much. Written here is what the code believes, that all eight threads are
; present: the leader is lane 0, which is not, so nobody reserves, `base` is undefined (rule SI) and reading it traps.
.threads 8
.const NEXT 0
.memory NEXT: 10
        wants = tid & 1
        bz wants, join
        leader = 0              ; the first of the full mask
        count = warp_size       ; how many are in it
        rank = tid              ; how many of it are before this thread
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
.expect trap undefined-variable 27
