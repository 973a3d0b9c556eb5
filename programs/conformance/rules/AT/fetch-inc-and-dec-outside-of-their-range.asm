; AT: a word outside of 0 … o − 1 becomes 0 by fetch_inc; one outside of 1 … o becomes o by fetch_dec.
.threads 4
.memory 0: 9 -1 9223372036854775807 -9223372036854775808
.memory 8: 9 -1 9223372036854775807 -9223372036854775808
        x = fetch_inc [tid], 5
        a = tid + 8
        y = fetch_dec [a], 5
        stop
.expect var x: 9 -1 9223372036854775807 -9223372036854775808
.expect var y: 9 -1 9223372036854775807 -9223372036854775808
.expect memory 0: 0 0 0 0
.expect memory 8: 5 5 5 5
.covers AT
