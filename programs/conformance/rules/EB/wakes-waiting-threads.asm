; A block makes those active that wait for their half in Π.
.threads 4
        bz tid, join            ; thread 0 waits
        everywhere
        x = tid
        end_everywhere
join:   sync
        stop
.expect stop
.expect active 0-3
.expect var x: 0 1 2 3
.expect steps 7
.expect stat lanes_woken == 1
.covers EB EE
