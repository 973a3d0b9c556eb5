; A store could overwrite a word that another thread still needs, so I make a copy first.
        x = [tid]
        a = tid + warp_size
        [a] = x
        b = tid + 1
        b = b % warp_size
        y = [a]
        [b] = y
        stop
