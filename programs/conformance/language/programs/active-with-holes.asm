; A warp with holes: halves, joins, a block and a shuffle, all of them without the dormant threads but the block.
.threads 33
.active 0 2-3 30 32
.memory 0: 0 0 0
        x = tid
        odd = tid & 1
        bz odd, even
        n = atomic_inc [0]      ; 3
        jump join
even:   n = atomic_inc [1]      ; 0, 2, 30 and 32
        everywhere
        n = atomic_inc [2]
        end_everywhere
join:   sync
        shfl x, 31              ; dormant
        y = tid
        stop
.expect stop
.expect active 0 2-3 30 32
.expect var x: _ _ _ _
.expect var y: 0 _ 2 3 _
.expect memory 0: 1 4 33
.expect stat lanes_woken == 29
.covers BD EB SI
