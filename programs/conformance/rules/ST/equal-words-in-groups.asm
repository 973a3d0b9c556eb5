; ST: four threads a word, and equal words in each group.
.threads 32
        a = tid / 4
        x = a * 11
        [a] = x
        stop
.expect memory 0: 0 11 22 33 44 55 66 77 _
.covers ST
