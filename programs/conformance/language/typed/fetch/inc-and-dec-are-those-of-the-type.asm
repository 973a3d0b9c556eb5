; AT: fetch_inc and fetch_dec of unsigned types wrap at their operand, as CUDA's; the u8 255 is the word -1.
.threads 1
.memory 0: 254 -1 0 -1 5 127 0
        a = fetch_inc.u8 [0], 255
        b = fetch_inc.u8 [1], 255
        c = fetch_dec.u8 [2], 255
        d = fetch_dec.u8 [3], 255
        e = fetch_dec.u8 [4], 3
        f = fetch_inc.i8 [5], 127
        g = fetch_dec.i8 [6], -5
        stop
.expect memory 0: -1 0 -1 -2 3 0 -5
.expect var a: -2
.expect var b: -1
.expect var c: 0
.expect var d: -1
.expect var e: 5
.expect var f: 127
.expect var g: 0
.covers AT
