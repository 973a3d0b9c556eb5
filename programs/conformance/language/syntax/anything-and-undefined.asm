; In what is expected `*` is anything and `_` undefined; a list may be shorter than there are threads.
.threads 33
.active 1-32
        x = tid
        stop
.memory 5: 1 2 3
.expect active: 1-32
.expect var x: _ * 2 *
.expect var x: *
.expect memory 4: _ 1 * 3 _
.expect memory 5: *
.covers TL
