%! ; STOP: the program ends where no conditional is open, also inside of a block, and Θ stays as it is there.
%! .threads 4
%! .active 0 1
%! .expect stop
%! .expect active: 0-3
%! .expect steps 2
%! .covers STOP
stop_in_block([
  everywhere,  % 1  Λ = [({0, 1}, [])]
  stop         % 2  Π = []: the end
]).
