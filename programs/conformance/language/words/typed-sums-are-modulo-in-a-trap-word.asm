; The word traps, and is as wide as the type: typed operations are modulo 2^width all the same.
.threads 1
.word 8
        x = 127
        y = -128
        a = add.i8 x, 1
        b = neg.i8 y
        c = mul.u8 x, x
        d = fetch_add.i8 [0], 1
        stop
.memory 0: 127
.expect var a: -128
.expect var b: -128
.expect var c: 1
.expect var d: 127
.expect memory 0: -128
.covers BP AT
