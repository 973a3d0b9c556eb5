; Thought: a word ends where a blank follows a letter; counting ends avoids the beginning of the text.
        n = [0]
        last = n - 1
        i = tid
round:  more = i < last
        bz more, over
        a = i + 100
        c = [a]
        a = a + 1
        after = [a]
        end = c != 0
        blank = after == 0
        end = end & blank
        bz end, join
        k = atomic_inc [1]
join:   sync
        i = i + warp_size
        jump round
over:   sync
        stop
