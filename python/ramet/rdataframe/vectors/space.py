"""Vectors in space with ROOT's names: TVector3 and ROOT::Math's XYZVector."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["TVector3", "angle_between", "angle_in_range", "eta_of"]


def angle_in_range(angle: float) -> float:
    """The angle between -pi and pi."""
    if -math.pi < angle <= math.pi:
        return angle
    return angle - math.floor(angle / (2 * math.pi) + 0.5) * 2 * math.pi


def eta_of(transverse: float, z: float) -> float:
    """The pseudorapidity; far out along the axis, as ROOT's vectors have it."""
    if transverse > 0:
        return math.asinh(z / transverse)
    return math.copysign(abs(z) + 22756.0, z) if z else 0.0


def angle_between(one: tuple[float, ...], other: tuple[float, ...]) -> float:
    """The angle between two vectors of three components; 0 if one of them is 0."""
    cosine = _cosine(one, other)
    return 0.0 if cosine is None else math.acos(max(-1.0, min(1.0, cosine)))


def _cosine(one: tuple[float, ...], other: tuple[float, ...]) -> float | None:
    lengths = sum(a * a for a in one) * sum(b * b for b in other)
    return sum(a * b for a, b in zip(one, other, strict=True)) / math.sqrt(lengths) if lengths > 0 else None


class TVector3:
    """A vector in space, of x, y and z. Threads: one at a time."""

    def __init__(self, x: float = 0.0, y: float = 0.0, z: float = 0.0) -> None:
        self._xyz = (float(x), float(y), float(z))

    def __repr__(self) -> str:
        return f"{type(self).__name__}{self._xyz}"

    def X(self) -> float:
        """Its x."""
        return self._xyz[0]

    def Y(self) -> float:
        """Its y."""
        return self._xyz[1]

    def Z(self) -> float:
        """Its z."""
        return self._xyz[2]

    x = Px = X
    y = Py = Y
    z = Pz = Z

    def SetXYZ(self, x: float, y: float, z: float) -> None:
        """Be of these."""
        self._xyz = (float(x), float(y), float(z))

    SetCoordinates = SetXYZ

    def SetPtEtaPhi(self, pt: float, eta: float, phi: float) -> None:
        """Be of a transverse length, a pseudorapidity and an angle."""
        pt = abs(pt)
        self._xyz = (pt * math.cos(phi), pt * math.sin(phi), pt * math.sinh(eta))

    def Mag2(self) -> float:
        """The square of the length."""
        return sum(one * one for one in self._xyz)

    def Mag(self) -> float:
        """The length."""
        return math.sqrt(self.Mag2())

    R = P = Mag

    def Perp(self) -> float:
        """The length across z."""
        return math.hypot(*self._xyz[:2])

    Pt = Rho = Perp

    def Phi(self) -> float:
        """The angle around z."""
        return math.atan2(self._xyz[1], self._xyz[0]) if any(self._xyz[:2]) else 0.0

    def Theta(self) -> float:
        """The angle to z."""
        return math.atan2(self.Perp(), self._xyz[2]) if any(self._xyz) else 0.0

    def CosTheta(self) -> float:
        """The cosine of the angle to z."""
        length = self.Mag()
        return self._xyz[2] / length if length else 1.0

    def Eta(self) -> float:
        """The pseudorapidity."""
        return eta_of(self.Perp(), self._xyz[2])

    PseudoRapidity = Eta

    def Dot(self, other: TVector3) -> float:
        """The product, a number."""
        return sum(a * b for a, b in zip(self._xyz, other._xyz, strict=True))

    def Cross(self, other: TVector3) -> Self:
        """The product, a vector across both."""
        (a, b, c), (x, y, z) = self._xyz, other._xyz
        return type(self)(b * z - c * y, c * x - a * z, a * y - b * x)

    def Unit(self) -> Self:
        """The direction."""
        length = self.Mag()
        return self * (1 / length) if length else type(self)(*self._xyz)

    def Angle(self, other: TVector3) -> float:
        """The angle to another one."""
        return angle_between(self._xyz, other._xyz)

    def DeltaPhi(self, other: TVector3) -> float:
        """The difference of the angles around z."""
        return angle_in_range(self.Phi() - other.Phi())

    def DeltaR(self, other: TVector3) -> float:
        """The distance in pseudorapidity and angle."""
        return math.hypot(self.Eta() - other.Eta(), self.DeltaPhi(other))

    DrEtaPhi = DeltaR

    def __iter__(self) -> Iterator[float]:
        return iter(self._xyz)

    def __getitem__(self, place: int) -> float:
        return self._xyz[place]

    def __len__(self) -> int:
        return 3

    def __add__(self, other: TVector3) -> Self:
        return type(self)(*(a + b for a, b in zip(self._xyz, other._xyz, strict=True)))

    def __sub__(self, other: TVector3) -> Self:
        return type(self)(*(a - b for a, b in zip(self._xyz, other._xyz, strict=True)))

    def __neg__(self) -> Self:
        return type(self)(*(-a for a in self._xyz))

    def __mul__(self, other: Any) -> Any:
        if isinstance(other, TVector3):
            return self.Dot(other)
        return type(self)(*(a * other for a in self._xyz))

    def __rmul__(self, factor: float) -> Self:
        return type(self)(*(a * factor for a in self._xyz))

    def __truediv__(self, divisor: float) -> Self:
        return type(self)(*(a / divisor for a in self._xyz))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TVector3) and self._xyz == other._xyz

    def __hash__(self) -> int:
        return hash(self._xyz)
