; A sum of eight words in three rounds: in each, a thread adds the sum of its partner.
.threads 8
        s = tid + 1
        o = 1
round:  more = o < warp_size
        bz more, done
        partner = tid ^ o
        y = s
        shfl y, partner
        s = s + y
        o = o * 2
        jump round
done:   sync
        [tid] = s
        stop
.expect memory 0: 36 36 36 36 36 36 36 36
.expect stat by_instruction.shfl == 3
