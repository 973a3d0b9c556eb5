; A trap in the second half: its threads are active, the first half's variables stay.
.threads 4
        c = tid < 2
        bz c, second
        x = tid
        jump join
second: x = tid << -1
join:   sync
        stop
.expect trap invalid-shift 7
.expect active: 2 3
.expect var x: 0 1 _ _
.covers SS invalid-shift
