; A block in the half that runs second wakes those that are done with the first.
.threads 4
        bz tid, second          ; thread 0 waits
        jump join
second: everywhere
        x = tid
        end_everywhere
        y = tid
join:   sync
        stop
.expect stop
.expect active 0-3
.expect var x: 0 1 2 3
.expect var y: 0 _ _ _
.expect steps 9
.expect stat lanes_woken == 3
.covers EB EE SP
