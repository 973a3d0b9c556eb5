; CT: constants are integers (erratum E10), negative ones too.
.threads 2
        x = -17
        stop
.expect var x: -17 -17
.covers CT
