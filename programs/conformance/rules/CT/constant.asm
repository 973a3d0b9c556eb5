; CT: every active thread gets the constant.
.threads 33
        x = 17
        stop
.expect var x: 17 17 17 17 17 17 17 17 17 17 17 17 17 17 17 17 17 17 17 17 17 17 17 17 17 17 17 17 17 17 17 17 17
.covers CT
