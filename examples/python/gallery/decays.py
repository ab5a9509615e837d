"""Two-body decays as definitions of a frame; the generators of the gallery use them.

docs/gallery/z_peak.md shows this.
"""

# Says: mass of the products 91.19 GeV, their largest momentum 45.6 GeV where it is at rest

from __future__ import annotations

import ramet


# docs: begin decay
def vector(pt: str, eta: str, phi: str, mass: str) -> str:
    """The expression of a four-vector."""
    return f"TLorentzVector p; p.SetPtEtaPhiM({pt}, {eta}, {phi}, {mass}); return p;"


def decay(frame: ramet.Frame, parent: str, products: dict[str, str]) -> ramet.Frame:
    """Define the four-vectors of two products of a decay, whose directions are isotropic where the parent is at rest.

    Args:
        frame: has the parent, a TLorentzVector.
        parent: its name.
        products: the masses by their names; these are expressions.
    """
    (first, mass), (second, other) = products.items()
    momentum = f"""
        const double m = {parent}.M(), a = {mass}, b = {other};
        return sqrt(std::max(0., (m * m - (a + b) * (a + b)) * (m * m - (a - b) * (a - b)))) / (2 * m);
    """
    direction = f"""
        const double c = uniform(-1, 1), s = sqrt(1 - c * c), phi = uniform(-M_PI, M_PI);
        return {parent}_momentum * TVector3(s * cos(phi), s * sin(phi), c);
    """
    frame = frame.define(f"{parent}_momentum", momentum).define(f"{parent}_axis", direction)
    for name, sign, of_product in ((first, "", mass), (second, "-", other)):
        energy = f"hypot({parent}_momentum, {of_product})"
        vector = f"TLorentzVector p({sign}{parent}_axis, {energy}); p.Boost({parent}.BoostVector()); return p;"
        frame = frame.define(name, vector)
    return frame


# docs: end decay


if __name__ == "__main__":
    frame = ramet.frame(entries=1000).define("Z", "return TLorentzVector(0, 0, 0, 91.19);")
    frame = decay(frame, "Z", {"plus": "0.1057", "minus": "0.1057"})
    mass, momentum = frame.define("m", "(plus + minus).M()").mean("m"), frame.define("p", "plus.P()").max("p")
    print(f"mass of the products {mass:.2f} GeV, their largest momentum {momentum:.1f} GeV where it is at rest")
