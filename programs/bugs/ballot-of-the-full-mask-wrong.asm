; ComputationalRadiationPhysics/picongpu#2514: a vote of "all threads" inside of a branch.
;
;     if (wanted) { mask = ballot_sync(0xFFFFFFFF, 1); leader = first(mask);
;                   if (tid == leader) base = atomicAdd(next, count(mask));  slot = shfl(base, leader) + rank(mask); }
;
; The function reserves elements of a list, with one addition for the whole warp. Only the threads that want an element
; call it, but its vote names the whole warp. Its result is then undefined. On the first GPUs with independent
; thread scheduling the programs hung, because the vote waits for threads that never arrive.
;
; This machine has no mask operand that could be wrong. The program states what the code assumes, that all eight threads
; are active: the leader is lane 0, which is not, so no thread reserves, `base` is undefined (rule SI), and its read traps.
.threads 8
.const NEXT 0
.memory NEXT: 10
        wants = tid & 1
        bz wants, join
        leader = 0              ; the first of the full mask
        count = warp_size       ; its number of threads
        rank = tid              ; how many of them precede this thread
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
.expect trap undefined-variable 27
