; .active takes threads and ranges, with blanks or commas; a thread may be named twice.
.threads 33
.active 0,2 5-7, 6 32-32
        x = tid
        stop
.expect active: 0 2 5 6 7 32
.expect active: 0,2,5-7,32
.expect var x: 0 _ 2 _ _ 5 6 7 _
.covers TL
