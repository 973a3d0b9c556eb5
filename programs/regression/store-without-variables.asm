; A store in a program without variables: the native engine's generator looked for the row of its destination,
; and there are no rows.
.threads 2
        [tid] = 7
        stop
.expect stop
.expect memory 0: 7 7
.covers ST
