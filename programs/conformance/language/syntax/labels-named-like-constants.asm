; A label may have the name of a constant.
.threads 2
.const END 5
        x = END
        jump END
        x = 0
END:    stop
.expect var x: 5 5
.covers JP
