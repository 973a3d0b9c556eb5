; Infix operations need no spaces (| is in bitwise-or.asm).
.threads 1
        x=7
        a=x+2
        b=x-2
        c=x*2
        d=x/2
        e=x%2
        f=x&2
        g=x^2
        h=x<<2
        i=x>>2
        j=x<2
        k=x<=2
        l=x>2
        m=x>=2
        n=x==2
        o=x!=2
        stop
.expect var a: 9
.expect var b: 5
.expect var c: 14
.expect var d: 3
.expect var e: 1
.expect var f: 2
.expect var g: 5
.expect var h: 28
.expect var i: 1
.expect var j: 0
.expect var k: 0
.expect var l: 1
.expect var m: 1
.expect var n: 0
.expect var o: 1
.covers BP
