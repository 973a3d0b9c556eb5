; An address is the signed value of its operand: the largest word + 1 is a negative one.
.threads 1
.word 16 wrap
        a = 32767
        a = a + 1
        [a] = 1
        stop
.expect trap invalid-address 6
.expect var a: -32768
.covers invalid-address
