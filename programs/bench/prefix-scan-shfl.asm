; Y[i] = x[0] + … + x[i], with x[i] = 7i mod 11: an inclusive scan, a row of warp_size words at a time.
;
;     for (i = tid; i < COUNT; i += warp_size) {
;         s = x[i];
;         for (o = 1; o < warp_size; o *= 2)
;             if (tid >= o) s += shfl(s, tid - o);        // as y *= (tid >= o), so that nothing diverges
;         Y[i] = s += carry;
;         carry = shfl(s, warp_size - 1);
;     }
;
; The last row is not full. Outside of `everywhere` the mask of shfl is the active threads: in the last row thread
; warp_size - 1 cannot be read, and `carry` becomes undefined (rule SI), which is harmless, because it is never read.
; To scale: COUNT to 16,000,000, and --threads.
.threads 32
.const COUNT 200
.const Y 0
        carry = 0
        last = warp_size - 1
        i = tid
row:    more = i < COUNT
        bz more, end
        s = i * 7
        s = s % 11
        o = 1
step:   more = o < warp_size
        bz more, done
        from = tid - o
        have = 0 <= from
        from = max from, 0
        y = s
        shfl y, from
        y = y * have
        s = s + y
        o = o << 1
        jump step
done:   sync
        s = s + carry
        a = i + Y
        [a] = s
        carry = s
        shfl carry, last
        i = i + warp_size
        jump row
end:    sync
        stop
.expect stop
.expect memory Y: 0 7 10 20 26 28 37 42 43 51 55 55 62 65 75 81 83 92 97 98 106 110 110 117 120 130 136 138 147 152 153 161 165 165 172 175 185 191 193 202
.expect memory 190: 955 961 963 972 977 978 986 990 990 997 _
.expect var carry: _ _ _ _ _ _ _ _ 961 961 961 961 961 961 961 961 961 961 961 961 961 961 961 961 961 961 961 961 961 961 961 961
.expect stat memory_requests == 7
.expect stat memory_transactions == 7
.expect stat by_instruction.shfl == 42          ; 5 of each row's scan, and its carry
.covers SV SI
