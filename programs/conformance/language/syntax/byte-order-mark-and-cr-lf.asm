.threads 2 ; A byte order mark, a directive on the first line, CR LF, and no end of the last line.
.expect var x: 5 5
.covers CT
x = 5
stop