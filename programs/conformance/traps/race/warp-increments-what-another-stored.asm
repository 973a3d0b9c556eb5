; race: a store and an increment by another warp (rule AT).
.threads 2
.warps 2
.memory 0: 5
        bnz wid, count
        [0] = 6
        jump join
count:  x = atomic_inc [0]
join:   sync
        stop
.expect trap race 8
.expect memory 0: 6
.covers ST race
