; A block in the half of a conditional: both stacks have an entry, and the block's Π has none.
.threads 4
        bz tid, join
        everywhere
        barrier
        end_everywhere
join:   sync
        stop
.expect trap barrier-while-diverged 5
.expect active 0-3
.expect steps 2
.covers barrier-while-diverged
