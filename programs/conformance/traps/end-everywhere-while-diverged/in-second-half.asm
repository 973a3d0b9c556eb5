; The block's end in the half that runs second of its conditional: the first half's threads wait at the join.
.threads 4
.active 2
        everywhere
        bz tid, second
        x = 1
        jump join
second: x = 2
        end_everywhere
join:   sync
        end_everywhere
        stop
.expect trap end-everywhere-while-diverged 9
.expect active 0
.expect var x: 2 1 1 1
.expect steps 6
.covers end-everywhere-while-diverged SS
