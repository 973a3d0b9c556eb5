; A constant may be defined by an earlier one, with a sign.
.threads 1
.const A 5
.const B A
.const C -B
        x = B
        y = C
        stop
.expect var x: 5
.expect var y: -5
.covers CT
