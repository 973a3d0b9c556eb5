; CT: threads that wait do not get the constant.
.threads 2
        x = 1
        bnz tid, join
        x = 2
join:   sync
        stop
.expect var x: 2 1
.covers CT
