; Three conditionals open, in a warp with holes: the trap leaves Θ as it was in the innermost half.
.threads 32
.active 1 3 7 15 31
        a = tid > 1
        bz a, end
        b = tid > 3
        bz b, end
        c = tid > 7
        bz c, end
        x = tid
end:    stop
.expect trap stop-while-diverged 11
.expect active 15 31
.expect steps 7
.expect stat max_sync_depth == 3
.covers stop-while-diverged
