"""Four-vectors with ROOT's names: TLorentzVector and those of ROOT::Math."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ramet.errors import MisuseError
from ramet.rdataframe.vectors.space import TVector3, angle_between, angle_in_range, eta_of

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["FOUR_VECTORS", "FourVector", "TLorentzVector", "VectorFunctions"]


class FourVector:
    """A four-vector that keeps the coordinates that it was made of. Threads: one at a time."""

    coordinates = ("Px", "Py", "Pz", "E")

    def __init__(self, *values: Any) -> None:
        if len(values) == 1 and isinstance(values[0], FourVector):
            values = self._coordinates_of(*values[0].cartesian())
        elif values and len(values) != 4:
            raise MisuseError(
                f"{type(self).__name__} of {len(values)} values: {', '.join(self.coordinates)} are wanted"
            )
        self._values = self._in_range(tuple(float(one) for one in values) or (0.0,) * 4)

    @classmethod
    def _in_range(cls, values: tuple[float, ...]) -> tuple[float, ...]:
        if "Phi" not in cls.coordinates:
            return values
        return (*values[:2], angle_in_range(values[2]), values[3])

    @classmethod
    def _coordinates_of(cls, x: float, y: float, z: float, t: float) -> tuple[float, ...]:
        plain = FourVector(x, y, z, t)
        return tuple(getattr(plain, name)() for name in cls.coordinates)

    def _kept(self, name: str) -> float | None:
        return self._values[self.coordinates.index(name)] if name in self.coordinates else None

    def __repr__(self) -> str:
        return f"{type(self).__name__}{self._values}"

    def cartesian(self) -> tuple[float, float, float, float]:
        """Px, Py, Pz and E."""
        return self.Px(), self.Py(), self.Pz(), self.E()

    def SetCoordinates(self, *values: float) -> Self:
        """Be of these."""
        self._values = type(self)(*values)._values
        return self

    def Pt(self) -> float:
        """The momentum across z."""
        kept = self._kept("Pt")
        return math.hypot(self._values[0], self._values[1]) if kept is None else kept

    Rho = Perp = pt = Pt

    def Eta(self) -> float:
        """The pseudorapidity."""
        kept = self._kept("Eta")
        return eta_of(self.Pt(), self._values[2]) if kept is None else kept

    eta = Eta

    def Phi(self) -> float:
        """The angle around z."""
        kept = self._kept("Phi")
        if kept is not None:
            return kept
        return math.atan2(self._values[1], self._values[0]) if any(self._values[:2]) else 0.0

    phi = Phi

    def Px(self) -> float:
        """The momentum along x."""
        kept = self._kept("Px")
        return self.Pt() * math.cos(self.Phi()) if kept is None else kept

    def Py(self) -> float:
        """The momentum along y."""
        kept = self._kept("Py")
        return self.Pt() * math.sin(self.Phi()) if kept is None else kept

    def Pz(self) -> float:
        """The momentum along z."""
        kept = self._kept("Pz")
        return self.Pt() * math.sinh(self.Eta()) if kept is None else kept

    X = x = px = Px
    Y = y = py = Py
    Z = z = pz = Pz

    def P2(self) -> float:
        """The square of the momentum."""
        if "Pt" in self.coordinates:
            return (self.Pt() * math.cosh(self.Eta())) ** 2
        return sum(one * one for one in self._values[:3])

    def P(self) -> float:
        """The momentum."""
        return self.Pt() * math.cosh(self.Eta()) if "Pt" in self.coordinates else math.sqrt(self.P2())

    R = P

    def M2(self) -> float:
        """The square of the mass."""
        kept = self._kept("M")
        return self.E() ** 2 - self.P2() if kept is None else math.copysign(kept * kept, kept)

    def M(self) -> float:
        """The mass; below 0 where its square is."""
        kept = self._kept("M")
        return _signed_root(self.M2()) if kept is None else kept

    Mag = mass = M

    def E(self) -> float:
        """The energy."""
        kept = self._kept("E")
        return math.sqrt(max(self.P2() + self.M2(), 0.0)) if kept is None else kept

    T = t = energy = Energy = E

    def Mt(self) -> float:
        """The transverse mass."""
        return _signed_root(self.E() ** 2 - self.Pz() ** 2)

    def Et(self) -> float:
        """The transverse energy."""
        return self.E() / math.cosh(self.Eta())

    def Rapidity(self) -> float:
        """The rapidity."""
        return 0.5 * math.log((self.E() + self.Pz()) / (self.E() - self.Pz()))

    def Theta(self) -> float:
        """The angle to z."""
        return math.atan2(self.Pt(), self.Pz())

    def CosTheta(self) -> float:
        """The cosine of the angle to z."""
        return math.cos(self.Theta())

    def Beta(self) -> float:
        """The velocity, of that of light."""
        return self.P() / self.E()

    def Gamma(self) -> float:
        """The energy by the mass."""
        return 1 / math.sqrt(1 - self.Beta() ** 2)

    def Vect(self) -> TVector3:
        """The momentum as a vector."""
        return TVector3(*self.cartesian()[:3])

    def Dot(self, other: FourVector) -> float:
        """The product with another one, which is the square of the mass with itself."""
        (a, b, c, e), (x, y, z, t) = self.cartesian(), other.cartesian()
        return e * t - a * x - b * y - c * z

    def BoostVector(self) -> TVector3:
        """The velocity."""
        return self.Vect() / self.E()

    def BoostToCM(self, *others: FourVector) -> TVector3:
        """The velocity by which it comes to rest, together with others."""
        whole = sum(others, FourVector(*self.cartesian()))
        return -whole.BoostVector()

    def boosted(self, x: float, y: float, z: float) -> Self:
        """The vector, moved by a velocity."""
        px, py, pz, e = self.cartesian()
        square = x * x + y * y + z * z
        gamma = 1 / math.sqrt(1 - square)
        along = x * px + y * py + z * pz
        more = (gamma - 1) / square * along + gamma * e if square > 0 else gamma * e
        return self._like(px + more * x, py + more * y, pz + more * z, gamma * (e + along))

    def _like(self, *cartesian: float) -> Self:
        return type(self)(FourVector(*cartesian))

    def __add__(self, other: FourVector) -> Self:
        return self._like(*(a + b for a, b in zip(self.cartesian(), other.cartesian(), strict=True)))

    def __radd__(self, other: Any) -> Self:
        return self._like(*self.cartesian()) if other == 0 else NotImplemented

    def __sub__(self, other: FourVector) -> Self:
        return self._like(*(a - b for a, b in zip(self.cartesian(), other.cartesian(), strict=True)))

    def __neg__(self) -> Self:
        return self._like(*(-a for a in self.cartesian()))

    def __mul__(self, factor: float) -> Self:
        return self._like(*(a * factor for a in self.cartesian()))

    __rmul__ = __mul__

    def __truediv__(self, divisor: float) -> Self:
        return self._like(*(a / divisor for a in self.cartesian()))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FourVector) and self.cartesian() == other.cartesian()

    def __hash__(self) -> int:
        return hash(self._values)

    def __iter__(self) -> Iterator[float]:
        return iter(self.cartesian())


def _signed_root(square: float) -> float:
    return math.sqrt(square) if square >= 0 else -math.sqrt(-square)


def _kind(name: str, *coordinates: str) -> type[FourVector]:
    return type(name, (FourVector,), {"coordinates": coordinates, "__doc__": f"{', '.join(coordinates)}."})


FOUR_VECTORS = {
    name: _kind(name, *coordinates)
    for name, coordinates in {
        "PtEtaPhiMVector": ("Pt", "Eta", "Phi", "M"),
        "PtEtaPhiEVector": ("Pt", "Eta", "Phi", "E"),
        "PxPyPzEVector": ("Px", "Py", "Pz", "E"),
        "PxPyPzMVector": ("Px", "Py", "Pz", "M"),
        "XYZTVector": ("Px", "Py", "Pz", "E"),
        "LorentzVector": ("Px", "Py", "Pz", "E"),
    }.items()
}


class TLorentzVector(FourVector):
    """A four-vector of px, py, pz and E that is changed in place. Threads: one at a time."""

    def SetPtEtaPhiM(self, pt: float, eta: float, phi: float, m: float) -> None:
        """Be of these."""
        self._values = (*_momentum(pt, eta, phi), 0.0)
        self._values = (*self._values[:3], math.sqrt(max(self.P2() + math.copysign(m * m, m), 0.0)))

    def SetPtEtaPhiE(self, pt: float, eta: float, phi: float, e: float) -> None:
        """Be of these."""
        self._values = (*_momentum(pt, eta, phi), float(e))

    def SetPxPyPzE(self, x: float, y: float, z: float, e: float) -> None:
        """Be of these."""
        self._values = (float(x), float(y), float(z), float(e))

    SetXYZT = SetPxPyPzE

    def SetXYZM(self, x: float, y: float, z: float, m: float) -> None:
        """Be of these."""
        self._values = (
            float(x),
            float(y),
            float(z),
            math.sqrt(max(x * x + y * y + z * z + math.copysign(m * m, m), 0)),
        )

    SetVectM = SetXYZM

    PseudoRapidity = FourVector.Eta
    Rho = FourVector.P

    def DeltaPhi(self, other: FourVector) -> float:
        """The difference of the angles around z."""
        return angle_in_range(self.Phi() - other.Phi())

    def DeltaR(self, other: FourVector) -> float:
        """The distance in pseudorapidity and angle."""
        return math.hypot(self.Eta() - other.Eta(), self.DeltaPhi(other))

    def Angle(self, other: TVector3) -> float:
        """The angle to a vector in space."""
        return self.Vect().Angle(other)

    def Boost(self, x: Any, y: float = 0.0, z: float = 0.0) -> None:
        """Move it by a velocity: three numbers or a vector."""
        velocity = tuple(x) if isinstance(x, TVector3) else (x, y, z)
        self._values = self.boosted(*velocity)._values

    def __getitem__(self, place: int) -> float:
        return self._values[place]


def _momentum(pt: float, eta: float, phi: float) -> tuple[float, float, float]:
    pt = abs(pt)
    return pt * math.cos(phi), pt * math.sin(phi), pt * math.sinh(eta)


class VectorFunctions:
    """`Math.VectorUtil`: functions of two vectors. Threads: immutable."""

    @staticmethod
    def DeltaPhi(one: Any, other: Any) -> float:
        """The angle from one to the other around z."""
        return angle_in_range(other.Phi() - one.Phi())

    @staticmethod
    def DeltaR2(one: Any, other: Any) -> float:
        """The square of the distance in pseudorapidity and angle."""
        return float(VectorFunctions.DeltaPhi(one, other) ** 2 + (other.Eta() - one.Eta()) ** 2)

    @staticmethod
    def DeltaR(one: Any, other: Any) -> float:
        """The distance in pseudorapidity and angle."""
        return math.sqrt(VectorFunctions.DeltaR2(one, other))

    @staticmethod
    def Angle(one: Any, other: Any) -> float:
        """The angle between both."""
        return angle_between(tuple(one)[:3], tuple(other)[:3])

    @staticmethod
    def CosTheta(one: Any, other: Any) -> float:
        """Its cosine."""
        return math.cos(VectorFunctions.Angle(one, other))

    @staticmethod
    def InvariantMass(one: FourVector, other: FourVector) -> float:
        """The mass of the sum."""
        return (FourVector(*one.cartesian()) + other).M()

    @staticmethod
    def boost(of: FourVector, velocity: TVector3) -> FourVector:
        """The vector, moved by a velocity."""
        return of.boosted(*velocity)
