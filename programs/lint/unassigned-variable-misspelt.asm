; A name is misspelt where it is read.
.threads 4
        total = tid * 2
        [tid] = totl            ; warning: unassigned-variable
        stop
.expect trap undefined-variable 4
