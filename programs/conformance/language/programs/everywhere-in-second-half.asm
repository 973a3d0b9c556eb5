; The same block in both halves of a conditional: in each half all threads do it, and all counts are whole.
.threads 33
.memory 0: 0 0 0
        low = tid < 8
        bz low, second
        everywhere
        n = atomic_inc [0]
        end_everywhere
        n = atomic_inc [2]      ; 8
        jump join
second: everywhere
        n = atomic_inc [1]
        end_everywhere
        n = atomic_inc [2]      ; 25
join:   sync
        stop
.expect stop
.expect active 0-32
.expect memory 0: 33 33 33
.expect steps 14
.expect stat lanes_woken == 33                  ; 25 + 8
.covers EB EE SS SP
