; AT: typed sums and differences are taken modulo 2^width, in a word that traps too.
.threads 1
.memory 0: 127 -1 32767 2147483647 9223372036854775807 0 -128 0
        a = fetch_add.i8 [0], 1
        b = fetch_add.u8 [1], 3
        c = fetch_add.i16 [2], 2
        d = fetch_add.u32 [3], 1
        e = fetch_add.i64 [4], 1
        f = fetch_sub.u16 [5], 1
        g = fetch_sub.i8 [6], 1
        h = fetch_sub.u64 [7], 1
        stop
.expect memory 0: -128 2 -32767 -2147483648 -9223372036854775808 -1 127 -1
.expect var a: 127
.expect var b: -1
.expect var c: 32767
.expect var d: 2147483647
.expect var e: 9223372036854775807
.expect var f: 0
.expect var g: -128
.expect var h: 0
.covers AT
