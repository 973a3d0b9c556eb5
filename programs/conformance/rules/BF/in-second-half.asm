; A branch that no thread takes, in the half that runs second: a new entry on one with threads in Θ_done (E2).
.threads 33
.memory 0: 0 0
        low = tid < 32
        bz low, second          ; thread 32 branches
        jump join
second: bz tid, inner           ; thread 32 is not 0
        n = atomic_inc [0]
inner:  sync
        n = atomic_inc [1]
join:   sync
        stop
.expect stop
.expect active 0-32
.expect memory 0: 1 1
.expect steps 10
.expect stat max_sync_depth == 2
.expect stat branches_uniform == 1
.covers BF SS SP
