; AT: each thread finds what the threads before it left.
.threads 4
.memory 0: 10 10 0 0 15 0 0 -1
        one = tid + 1
        bit = 1 << tid
        mask = bit ^ -1
        a = fetch_add [0], one
        b = fetch_sub [1], one
        c = fetch_max [2], tid
        d = fetch_min [3], tid
        e = fetch_and [4], mask
        f = fetch_or [5], bit
        g = fetch_xor [6], one
        h = fetch_exch [7], tid
        stop
.expect var a: 10 11 13 16
.expect var b: 10 9 7 4
.expect var c: 0 0 1 2
.expect var d: 0 0 0 0
.expect var e: 15 14 12 8
.expect var f: 0 1 3 7
.expect var g: 0 1 3 0
.expect var h: -1 0 1 2
.expect memory 0: 20 0 3 0 0 15 4 3
.covers AT TL
