; An address is the signed value of its operand: the largest word + 1 is a negative one.
.threads 1
.word 64 wrap
        a = 9223372036854775807
        a = a + 1
        [a] = 1
        stop
.expect trap invalid-address 6
.expect var a: -9223372036854775808
.covers invalid-address
