; An address is the signed value of its operand: the largest word + 1 is a negative one.
.threads 1
.word 8 wrap
        a = 127
        a = a + 1
        [a] = 1
        stop
.expect trap invalid-address 6
.expect var a: -128
.covers invalid-address
