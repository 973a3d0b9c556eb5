; A label may appear before a directive; it names the next instruction.
.threads 2
        jump here
        x = 1
here:   .const K 4
        y = K
        stop
.expect var x: _ _
.expect var y: 4 4
.covers JP
