; invalid-address: the last of 33 threads stores above the highest address; the others have not stored.
.threads 33
        a = tid + 16777184
        [a] = tid            ; thread 32: 16777216
        stop
.expect trap invalid-address 4
.expect memory 16777184: _ _
.covers invalid-address
