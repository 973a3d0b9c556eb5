; UN: it is the word that counts. A typed word is sign-extended, so the u8 255 has 64 bits that are 1; masked it has 8.
.threads 1
        x = sub.u8 0, 1
        a = popc x
        y = x & 255
        b = popc y
        stop
.expect var a: 64
.expect var b: 8
.covers UN
