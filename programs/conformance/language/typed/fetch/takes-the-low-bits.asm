; AT: the word is read as the type, and so v is the low bits of what was there, sign-extended.
.threads 1
.memory 0: 0x1ff 0x17f 0x1ff 0x101
        a = fetch_add.u8 [0], 2
        b = fetch_exch.i8 [1], 0x280
        c = fetch_inc.u8 [2], 0x2ff
        d = fetch_dec.u8 [3], 7
        stop
.expect var a: -1
.expect var b: 127
.expect var c: -1
.expect var d: 1
.expect memory 0: 1 -128 0 0
.covers AT
