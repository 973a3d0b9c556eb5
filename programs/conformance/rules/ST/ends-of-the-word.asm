; ST: words are stored exactly at the ends of the word.
.threads 1
        [0] = 9223372036854775807
        [1] = -9223372036854775808
        stop
.expect memory 0: 9223372036854775807 -9223372036854775808
.covers ST
