; A uniform branch in the half of a divergent one opens a second entry, in which no thread waits.
.threads 4
        one = 1
        bz tid, outer           ; threads 1 to 3 continue
        bnz one, inner          ; all three
        x = 1
inner:  sync                    ; pops the inner entry
        y = 2
outer:  sync
        stop
.expect stop
.expect active 0-3
.expect var x: _ _ _ _
.expect var y: _ 2 2 2
.expect steps 8
.expect stat max_sync_depth == 2
.expect stat branches_uniform == 1
.expect stat branches_divergent == 1
.covers BT SP
