; In an `everywhere` block the mask of a shuffle is the set of threads that were active at the block's entry, whatever
; branches the block contains. Three cases, in one block that threads 0, 1 and 2 of 4 enter:
;
;   lane 2 was active at the block's entry and now waits in the block's own Π: it is read (rule SV), x = 20;
;   lane 3 was dormant, was woken by the block, and is active: it is not read (rule SI), and y is undefined;
;   thread 3, which is not a valid lane, is a reader like any other.
;
; ISPC in an `unmasked` block reads all four lanes, including lane 3. CUDA and SPIR-V have no such block: a shuffle from
; lane 2 would be undefined, or wait for it.
.threads 4
.active 0-2
        everywhere
        x = tid * 10
        y = tid * 10
        z = tid * 10
        c = tid != 2
        bz c, join
        shfl x, 2               ; waits
        shfl y, 3               ; active now, but not at the entry
        shfl z, 0
join:   sync
        end_everywhere
        stop
.expect stop
.expect var x: 20 20 20 20
.expect var y: _ _ 20 _
.expect var z: 0 0 20 0
