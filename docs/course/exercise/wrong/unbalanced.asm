; "The label is where both sides meet."
        x = [tid]
        over = x > 100
        bz over, join
        x = 100
join:   a = tid + warp_size
        [a] = x
        sync
        bz over, end
        sync
end:    stop
