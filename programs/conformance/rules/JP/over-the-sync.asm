; A `jump` past the `sync` leaves the conditional open: another `sync` must close it.
.threads 2
        one = 1
        bz one, join
        jump past
join:   sync
        x = 1
past:   sync
        stop
.expect stop
.expect var x: _ _
.expect steps 5
.covers JP SP
