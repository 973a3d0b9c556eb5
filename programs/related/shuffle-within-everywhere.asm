; In an `everywhere` block the mask of a shuffle is who was active when the block began, and it stays so whatever
; branches there are in the block. Three cases, of one block that threads 0, 1 and 2 of 4 enter:
;
;   lane 2 was active at the block's begin and waits in the block's own Π now: it is read (rule SV), x = 20;
;   lane 3 is dormant, woken by the block, and active: it is not read (rule SI), and y is undefined;
;   thread 3, which is no valid lane, is a reader like any other.
;
; ISPC in an `unmasked` block reads all four lanes, lane 3 too. CUDA and SPIR-V have no such block: a shuffle from lane
; 2 would be undefined, or wait for it.
.threads 4
.active 0-2
        everywhere
        x = tid * 10
        y = tid * 10
        z = tid * 10
        c = tid != 2
        bz c, join
        shfl x, 2               ; it waits
        shfl y, 3               ; it is here, but was not
        shfl z, 0
join:   sync
        end_everywhere
        stop
.expect stop
.expect var x: 20 20 20 20
.expect var y: _ _ 20 _
.expect var z: 0 0 20 0
