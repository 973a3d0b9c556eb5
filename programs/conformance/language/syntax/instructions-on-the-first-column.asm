; Indentation means nothing, nor does the position of a label.
.threads 1
x = 1
            label:
y = 2
stop
.expect var y: 2
.covers CT
