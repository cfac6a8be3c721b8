"""The program outplay, as `python -m outplay` and as the command `outplay`."""

import sys

from . import _outplay


def main() -> int:
    """Runs the program with the arguments of this process."""
    return _outplay.main(["outplay", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
