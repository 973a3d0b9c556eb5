; Spaces and tabs between tokens are free, also none.
.threads 2
x=tid+1
   [ x ]=x
	y	=	[	x	]
z=min x,y
w  =  max  x  ,  5
.memory   9  :  1   2
[8]=0
n=atomic_inc[8]
   bz   tid  ,  join
shfl x,1
join  :  sync
a=x<<1
b=x>=1
stop
.expect   var   z  :  1   2
.expect var w: 5 5
.expect var y: 1 2
.expect var n: 1 2
.expect var a: 2 4
.covers ST LD AT
