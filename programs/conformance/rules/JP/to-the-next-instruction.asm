; A `jump` to the instruction after it is a step that changes nothing else.
.threads 33
        jump next
next:   stop
.expect stop
.expect active 0-32
.expect steps 2
.covers JP
