; An integer with leading zeros is decimal.
.threads 02
        x = 010
        y = -007
        stop
.expect var x: 10 10
.expect var y: -7 -7
.covers CT
