; Integers may be hexadecimal, with small or large digits, with a sign, in directives too.
.threads 0x2
.memory 0x10: 0xa -0xA
        x = 0xFF
        y = 0xff
        z = -0x10
        w = 0x7fffffffffffffff
        v = x + 0x01
        u = [0x11]
        [0x20] = 0xAbC
        stop
.expect var x: 255 255
.expect var y: 0xff 0xFF
.expect var z: -16 -16
.expect var w: 9223372036854775807
.expect var v: 256
.expect var u: -10 -10
.expect memory 16: 10 -10
.expect memory 0x20: 2748
.covers CT BP LD ST
