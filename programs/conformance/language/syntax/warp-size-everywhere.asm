; warp_size may appear wherever an operand may: word, address, lane, operand of branch_mask.
.threads 4
.fill 0 8 1
        x = warp_size
        y = warp_size - warp_size
        [warp_size] = warp_size
        z = [warp_size]
        a = atomic_inc [warp_size]
        w = -warp_size
        v = 1
        shfl v, warp_size
        everywhere
        branch_mask warp_size, never
        u = 9
never:  end_everywhere
        m = max warp_size, 3
        stop
.expect var x: 4 4 4 4
.expect var y: 0 0 0 0
.expect var z: 4 4 4 4
.expect var a: 5 6 7 8
.expect var w: -4 -4 -4 -4
.expect var v: _ _ _ _
.expect var u: 9 9 9 9
.expect var m: 4 4 4 4
.covers CT SI BI
