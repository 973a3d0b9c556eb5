        x = [tid]
        n = 0
loop:   more = x != 1
        bz more, done
        odd = x % 2
        bz odd, even
        x = x * 3
        x = x + 1
        jump next
even:   x = x / 2
next:   sync                    ; of this round's conditional
        n = n + 1
        jump loop
done:   sync                    ; of the loop
        a = tid + warp_size
        [a] = n
        stop
