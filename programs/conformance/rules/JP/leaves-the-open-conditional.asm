; In the half of a conditional, `jump` leaves Π and Θ alone: the threads that wait keep waiting.
.threads 4
        bz tid, other
        jump far
        x = 9
other:  x = 1
join:   sync
        stop
far:    x = tid
        jump join
.expect stop
.expect active 0-3
.expect var x: 1 1 2 3
.expect steps 8
.covers JP SS
