import sys
from tests.simulation.life import life
from tests.simulation.world import Plan, simulate
r = simulate(int(sys.argv[1]), Plan(days=float(sys.argv[2]), tables=int(sys.argv[3])), life, shown=len(sys.argv)>4)
print(r.seed, r.digest, "days %.2f"%r.days, "cpu %.1f"%r.seconds, dict(r.count))
for w in r.wrong: print("WRONG", w)
for l in r.trace: print(l)
import os; sys.stdout.flush(); os._exit(bool(r.wrong))
