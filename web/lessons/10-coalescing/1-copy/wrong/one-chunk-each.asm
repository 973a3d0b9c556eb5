; Thought: each thread copies its own part of the array, from left to right.
        n = [0]
        part = n + warp_size
        part = part - 1
        part = part / warp_size
        i = part * tid
        end = i + part
        end = min end, n
copy:   more = i < end
        bz more, done
        a = i + 1024
        x = [a]
        a = i + 2048
        [a] = x
        i = i + 1
        jump copy
done:   sync
        stop
