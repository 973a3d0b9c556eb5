; LD: a named constant is an address.
.threads 2
.const WHERE 30
.memory WHERE: 4
        x = [WHERE]
        stop
.expect var x: 4 4
.covers LD
