; A variable that an `everywhere` block writes in threads that were not active: it keeps the new value.
;
;     x = tid;  if (tid < 2) unmasked { x = 50 + tid; y = x; }
;
; This is ISPC's `unmasked`, and exactly rules EB and EE: the block restores the active set, not the variables. Threads
; 2 and 3, which never entered the if, leave it with a different x. ISPC's guide warns of this.
.threads 4
.registers keep
        x = tid
        c = tid < 2
        bz c, join
        everywhere
        x = tid + 50
        y = x
        end_everywhere
        z = x
join:   sync
        stop
.expect stop
.expect var x: 50 51 52 53
.expect var y: 50 51 52 53
.expect var z: 50 51 _ _
