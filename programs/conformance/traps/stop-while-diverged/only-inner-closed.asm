; Two conditionals, one `sync`: the outer one is still open.
.threads 4
        high = tid & 2
        bz high, end            ; 2 and 3 continue
        odd = tid & 1
        bz odd, join            ; 3 continues
        x = 1
join:   sync
end:    stop
.expect trap stop-while-diverged 9
.expect active 2-3
.expect var x: _ _ _ 1
.expect steps 7
.expect stat max_sync_depth == 2
.covers stop-while-diverged SP
