; Tabs are blank: between tokens, before instructions, and before comments.
.threads	2
	x	=	tid	+	1	; a comment
	bz	x,	join
join:	sync
		stop
.expect	var x:	1	2
.covers	BP BF
