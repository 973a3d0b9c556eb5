; BP: >> rounds toward minus infinity, unlike /.
.threads 4
        a = 12 >> tid
        m = -5
        b = m >> tid
        stop
.expect var a: 12 6 3 1
.expect var b: -5 -3 -2 -1
.covers BP
