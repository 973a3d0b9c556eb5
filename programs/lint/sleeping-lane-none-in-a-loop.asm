; The last round of the loop is for the first threads, which read lower lanes. `more` is uniform in the inner loop, though
; not in the outer one.
.threads 4
.const COUNT 6
        i = tid
row:    more = i < COUNT
        bz more, end
        x = i
        o = 1
step:   more = o < 2
        bz more, done
        from = tid - o
        from = max from, 0
        y = x
        shfl y, from
        x = x + y
        o = o << 1
        jump step
done:   sync
        i = i + warp_size
        jump row
end:    sync
        stop
.expect stop
