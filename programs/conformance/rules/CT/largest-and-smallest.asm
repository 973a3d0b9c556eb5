; CT: the ends of the word of 64 bits are constants.
.threads 1
        x = 9223372036854775807
        y = -9223372036854775808
        stop
.expect var x: 9223372036854775807
.expect var y: -9223372036854775808
.covers CT
