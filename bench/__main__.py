"""Run all measurements, or those that are named, as in `python -m bench engine search`."""

import sys

from bench import ask, codes, engine, entering, objectives, phone, rules, search, sheets, start, web, weight

PARTS = {
    "engine": engine.run,
    "objectives": objectives.run,
    "rules": rules.run,
    "codes": codes.run,
    "entering": entering.run,
    "search": search.run,
    "sheets": sheets.run,
    "start": start.run,
    "weight": weight.run,
    "web": web.run,
    "ask": ask.run,
    "phone": phone.run,
}

if __name__ == "__main__":
    print(f"Python {sys.version.split()[0]}")
    for name in sys.argv[1:] or PARTS:
        print(f"\n{name}")
        for line in PARTS[name]():
            print(f"  {line}")
