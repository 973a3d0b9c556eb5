; ST: 16777215 is a valid address.
.threads 1
        [16777215] = 1
        stop
.expect memory 16777214: _ 1
.covers ST
