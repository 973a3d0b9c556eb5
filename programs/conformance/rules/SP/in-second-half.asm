; The join of a conditional nested in the half that runs second leaves Θ_done of the outer one as it is.
.threads 4
.memory 0: 0
        high = tid & 2
        bnz high, second        ; 0 and 1 continue
        jump join
second: odd = tid & 1
        bz odd, inner           ; 3 continues, 2 waits
inner:  sync
        n = atomic_inc [0]      ; 2 and 3
join:   sync
        m = 1
        stop
.expect stop
.expect active 0-3
.expect var n: _ _ 1 2
.expect var m: 1 1 1 1
.expect steps 12
.covers SP SS
