"""Settings for all Python tests."""

import signal

# Shells start background jobs with SIGINT ignored, and children inherit that: programs under test would never see it.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
