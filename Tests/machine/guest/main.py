"""Runs the checks: the functions `check_…` of guest/checks, or those whose name contains an argument."""

import importlib
import os
import sys
import time
import traceback

from expect import Difference

HERE = os.path.dirname(os.path.abspath(__file__))


def checks(words):
    for file in sorted(os.listdir(f"{HERE}/checks")):
        if not file.endswith(".py"):
            continue
        module = importlib.import_module("checks." + file[:-3])
        for name, function in list(vars(module).items()):
            title = f"{file[:-3]}: {name[6:].replace('_', ' ')}"
            if name.startswith("check_") and (
                not words or any(word in title or word in name for word in words)
            ):
                yield title, function


def main(words):
    passed = failed = 0
    for title, function in checks(words):
        start = time.monotonic()
        try:
            note = function()
        except Difference as difference:
            print(f"FAILED {title}\n{difference}", flush=True)
            failed += 1
        except Exception:
            print(f"FAILED {title}\n{traceback.format_exc()}", flush=True)
            failed += 1
        else:
            print(f"ok {title} ({time.monotonic() - start:.1f} s){': ' + note if note else ''}", flush=True)
            passed += 1
    print(f"{passed} passed, {failed} failed")
    return 0 if passed and not failed else 1


sys.exit(main(sys.argv[1:]))
