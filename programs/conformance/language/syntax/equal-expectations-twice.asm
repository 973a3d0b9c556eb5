; Expectations may take several lines, and .covers too.
.threads 2
        x = 1
        y = 2
        stop
.expect var x: 1 1
.expect var y: 2 2
.expect memory 0: _
.expect memory 1: _
.covers CT
.covers STOP TL
