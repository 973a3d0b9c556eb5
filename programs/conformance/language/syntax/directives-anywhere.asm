; Directives may appear anywhere, also after the instructions that they concern.
        x = [tid]
.expect var x: 7 8 _
        [tid] = wid
.active 0 1
.expect memory 0: 0 0 9
        stop
.threads 3
.memory 0: 7 8 9
.covers LD ST
