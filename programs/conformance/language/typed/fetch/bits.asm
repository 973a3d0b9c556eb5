; AT: typed bits: low bits of both, sign-extended.
.threads 1
.memory 0: 0xf0 0xf0 0xf0 0x1234
        a = fetch_and.u8 [0], 0x3c
        b = fetch_or.u8 [1], 0x0f
        c = fetch_xor.i8 [2], 0x70
        d = fetch_and.u16 [3], 0xffff
        stop
.expect memory 0: 48 -1 -128 4660
.expect var a: -16
.expect var b: -16
.expect var c: -16
.expect var d: 4660
.covers AT
