; unmasked-keep.asm with registers restored, the paper's other reading: at end_everywhere all threads, including those
; that were active, have their variables from before the block again. Only memory keeps what the block did. No other
; machine of the comparison does this; it corresponds to saving and restoring all registers around a call.
.threads 4
.registers restore
        x = tid
        c = tid < 2
        bz c, join
        everywhere
        x = tid + 50
        y = x
        [tid] = x
        end_everywhere
        z = x
join:   sync
        stop
.expect stop
.expect var x: 0 1 2 3
.expect var y: _ _ _ _
.expect var z: 0 1 _ _
.expect memory 0: 50 51 52 53
