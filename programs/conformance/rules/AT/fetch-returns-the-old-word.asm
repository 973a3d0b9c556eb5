; AT: fetch_OP returns the word that was there before; the result goes to memory.
.threads 1
.iota 0 11 100
        a = fetch_add [0], 7
        b = fetch_sub [1], 7
        c = fetch_min [2], 7
        d = fetch_max [3], 700
        e = fetch_and [4], 12      ; 104 is 0b1101000
        f = fetch_or [5], 6        ; 105 is 0b1101001
        g = fetch_xor [6], 3       ; 106 is 0b1101010
        h = fetch_exch [7], -5
        i = fetch_cas [8], 108, 9
        j = fetch_inc [9], 200
        k = fetch_dec [10], 200
        stop
.expect memory 0: 107 94 7 700 8 111 105 -5 9 110 109
.expect var a: 100
.expect var b: 101
.expect var c: 102
.expect var d: 103
.expect var e: 104
.expect var f: 105
.expect var g: 106
.expect var h: 107
.expect var i: 108
.expect var j: 109
.expect var k: 110
.covers AT MM
