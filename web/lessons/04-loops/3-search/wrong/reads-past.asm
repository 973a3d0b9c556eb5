; One condition for both: more words, and the word is another one.
        key = [tid]
        m = [99]                ; the length of the table
        i = 0
loop:   more = i < m
        p = i + 100
        x = [p]
        other = x != key
        on = more & other
        bz on, done
        i = i + 1
        jump loop
done:   sync
        r = i
        found = i < m
        bnz found, end
        r = -1
end:    sync
        a = tid + warp_size
        [a] = r
        stop
