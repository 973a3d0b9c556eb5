; A variable that an `everywhere` block writes, in threads that were not active: it keeps the new value.
;
;     x = tid;  if (tid < 2) unmasked { x = 50 + tid; y = x; }
;
; This is ISPC's `unmasked`, and rules EB and EE as they are: the block gives back who is active, not what they hold.
; Threads 2 and 3, which never went into the if, come out of it with another x. ISPC's guide warns of this.
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
