; A label may appear past the last instruction; it need not be a target.
.threads 2
        x = 1
        stop
end:
.expect stop
.expect var x: 1 1
.covers STOP
