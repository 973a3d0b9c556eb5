; `jump` to a label before it.
.threads 2
        jump begin
last:   y = x + 1
        stop
begin:  x = 4
        jump last
.expect stop
.expect var y: 5 5
.expect steps 5
.covers JP
