; Over one lane no operation is applied: the result is the whole word, with a type too.
.threads 2
        m = 1 << tid
        x = 0x1ff + tid
        y = reduce.add.u8 m, x
        z = reduce.max.i8 m, x
        stop
.expect var y: 511 512
.expect var z: 511 512
.covers RD
