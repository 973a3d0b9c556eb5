; A program without instructions: control is past the last one at once.
.threads 8
.active 2-3
.memory 0: 5
.expect trap pc-out-of-program
.expect active 2-3
.expect memory 0: 5
.expect steps 0
.covers pc-out-of-program
