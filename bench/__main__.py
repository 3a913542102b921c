"""Run all measurements, or those that are named: `python -m bench codes engine search weight web`."""

import sys

from bench import codes, engine, search, web, weight

PARTS = {"codes": codes.run, "engine": engine.run, "search": search.run, "weight": weight.run, "web": web.run}

if __name__ == "__main__":
    print(f"Python {sys.version.split()[0]}")
    for name in sys.argv[1:] or PARTS:
        print(f"\n{name}")
        for line in PARTS[name]():
            print(f"  {line}")
