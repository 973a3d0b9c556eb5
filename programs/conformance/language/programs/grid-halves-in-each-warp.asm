; Each warp of a grid diverges on its own: the counts are of all warps, the stacks of each.
.threads 33
.warps 5
.memory 0: 0 0 0
        bound = wid * 8         ; 0 8 16 24 32
        low = tid < bound
        bz low, rest
        n = atomic_inc [0]
        jump join
rest:   n = atomic_inc [1]
join:   sync
        n = atomic_inc [2]
        stop
.expect stop
.expect active 0-32
.expect memory 0: 80 85 165
.expect stat branches_divergent == 4
.expect stat branches_uniform == 1
.covers BD BT SS SP
