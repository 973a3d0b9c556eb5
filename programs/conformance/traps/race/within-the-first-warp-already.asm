; race: an instruction whose own threads store different words traps in the first warp already.
.threads 2
.warps 2
        [0] = tid
        stop
.expect trap race 4
.expect memory 0: _
.expect steps 0
.covers race
