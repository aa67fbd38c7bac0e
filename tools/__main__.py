"""`python -m hexwright.tools` is the command line, where its script is not on the path."""

import sys

from hexwright.tools.cli import main

sys.exit(main())
