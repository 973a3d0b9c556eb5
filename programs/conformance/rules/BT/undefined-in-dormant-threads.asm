; The branch variable need not be defined in threads that are not active.
.threads 4
.active 1-2
        v = 0
        bz v, there
        x = 1
there:  sync
        stop
.expect stop
.expect active 1-2
.expect var v: _ 0 0 _
.expect var x: _ _ _ _
.expect stat branches_uniform == 1
.covers BT
