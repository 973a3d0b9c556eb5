; BP: comparisons are those of the integers: a negative number is less than a positive one.
.threads 1
        m = -1
        a = m < 0
        b = m > 1
        c = m <= -1
        d = -2 >= m
        stop
.expect var a: 1
.expect var b: 0
.expect var c: 1
.expect var d: 0
.covers BP
