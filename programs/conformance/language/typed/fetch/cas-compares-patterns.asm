; AT: fetch_cas compares the low bits. Where they differ, the word stays as it is, its high bits too.
.threads 1
.memory 0: 0x105 0x106 -1
        a = fetch_cas.u8 [0], 0x205, 0x390
        b = fetch_cas.u8 [1], 5, 9
        c = fetch_cas.u16 [2], 0xffff, 3
        stop
.expect var a: 5
.expect var b: 6
.expect var c: -1
.expect memory 0: -112 262 3
.covers AT
