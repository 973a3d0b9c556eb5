; Data instructions in a half and in a block touch neither Π nor Λ: all comes back in the right order.
.threads 33
.memory 0: 0
        bz tid, second
        n = atomic_inc [0]      ; 32
        everywhere
        n = atomic_inc [0]      ; 33
        end_everywhere
        n = atomic_inc [0]      ; 32
        jump join
second: n = atomic_inc [0]      ; 1
join:   sync
        stop
.expect stop
.expect active 0-32
.expect var n: 98 66 67
.expect memory 0: 98
.expect steps 11
.covers IT
