; Thought: the rounds are the same for all threads, so count rounds.
        n = [0]
        first = 0
        i = tid
copy:   more = first < n
        bz more, done
        a = i + 1024
        x = [a]
        a = i + 2048
        [a] = x
        i = i + warp_size
        first = first + warp_size
        jump copy
done:   sync
        stop
