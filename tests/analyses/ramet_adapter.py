"""The adapters with which `check.py` of the analyses' corpus runs its cases with ramet."""

from frame_adapter import Frame
from rdataframe_adapter import RDataFrame

__all__ = ["Frame", "RDataFrame"]
