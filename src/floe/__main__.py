"""``python -m floe`` is the command ``floe``."""

import sys

from floe.cli.entry import main

sys.exit(main())
