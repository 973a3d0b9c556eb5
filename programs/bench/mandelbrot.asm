; The Mandelbrot set in fixed point (12 fractional bits): OUT[p] is the number of steps after which pixel p leaves
; the circle |z| <= 2, at most LIMIT. The picture is [-2, 1) × [-1, 1), WIDTH × HEIGHT pixels, one thread per pixel.
;
;     for (k = 0; k < LIMIT && re² + im² <= 4; ++k) z = z² + c;
;
; The classic divergent loop: a warp iterates until its last pixel is done.
; In --stats: simd_efficiency, compared with the uniform branches of matrix-product.asm.
; To scale: WIDTH, HEIGHT, LIMIT, WARPS, --threads; WIDTH * HEIGHT to 16,000,000.
.const WARPS 4
.threads 32
.warps WARPS
.const WIDTH 32
.const HEIGHT 16
.const LIMIT 40
.const OUT 0
        p = wid * warp_size
        p = p + tid
        all = warp_size * WARPS
        pixels = WIDTH * HEIGHT
pixel:  more = p < pixels
        bz more, end
        cre = p % WIDTH
        cre = cre * 12288
        cre = cre / WIDTH
        cre = cre - 8192
        cim = p / WIDTH
        cim = cim * 8192
        cim = cim / HEIGHT
        cim = cim - 4096
        re = 0
        im = 0
        k = 0
z:      re2 = re * re
        im2 = im * im
        norm = re2 + im2
        in = norm <= 67108864   ; 4, with 24 fractional bits
        more = k < LIMIT
        more = more & in
        bz more, out
        im = im * re
        im = im >> 11
        im = im + cim
        re = re2 - im2
        re = re >> 12
        re = re + cre
        k = k + 1
        jump z
out:    sync
        a = p + OUT
        [a] = k
        p = p + all
        jump pixel
end:    sync
        stop
.expect stop
.expect memory 0: 1 1 1 2 2 2 3 3 3 3 3 3 3 3 3 4 4 4 5 7 13 12 4 4 4 3 3 2 2 2 2 2
.expect memory 160: 1 3 3 3 4 4 5 6 14 7 8 8 7 8 21 40 40 40 40 40 40 40 40 40 40 38 40 5 4 3 3 3
.expect memory 256: 40 40 40 40 40 40 40 40 40 40 40 40 40 40 40 40 40 40 40 40 40 40 40 40 40 9 6 5 4 3 3 3
.expect memory 480: 1 1 1 2 3 3 3 3 3 3 3 3 3 4 4 4 4 5 6 11 40 10 6 5 4 4 3 3 3 2 2 2 _
.expect stat simd_efficiency < 0.5
.expect stat branches_divergent > 100
.expect stat memory_requests == 16
.expect stat memory_transactions == 16
.covers BD SS SP
