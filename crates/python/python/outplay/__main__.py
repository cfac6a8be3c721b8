"""``python -m outplay`` is the program."""

import sys

from . import _outplay

sys.exit(_outplay.main(["outplay", *sys.argv[1:]]))
