; race: between warps equal words race, too.
.threads 32
.warps 2
        [0] = 7
        stop
.expect trap race 4
.expect memory 0: 7
.expect steps 1
.covers ST race
