"""How slow this machine is just now, beside a quiet one; for limits that are given in seconds.

The same fixed piece of work is timed whenever something is, so a limit means the same on a slower
machine, and beside other programs that share its caches.
"""

import subprocess
import sys

QUIET = 0.01
"""processor seconds of the fixed work on two quiet cores of the machine the limits are meant for"""

WORK = """
import argparse, ast, resource
text = open(argparse.__file__, encoding="utf-8").read()
for _ in range(3):
    names = sorted({n.id for n in ast.walk(ast.parse(text)) if isinstance(n, ast.Name)})
    compile(text, "", "exec")
used = resource.getrusage(resource.RUSAGE_SELF)
print(used.ru_utime + used.ru_stime)
"""


def slowness() -> float:
    """Never below 1: a faster machine has no stricter limits."""
    done = subprocess.run([sys.executable, "-c", WORK], capture_output=True, text=True, check=True)
    return max(1.0, float(done.stdout) / QUIET)
