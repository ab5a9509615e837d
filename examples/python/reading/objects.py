"""Objects of any class: members, lists, arrays, missing values. docs/guides/objects.md shows this."""

# Says: <TH1D 'mass' (version 3)> ('TAxis', 60)
# Says: ['fUniqueID', 'fBits', 'fName', 'fTitle']
# Says: 62 1.0 True
# Says: ('fArray',) ['TH1']
# Says: [] {'fName': '', 'fSize': 0}
# Says: no member 'fXaxi' in an object of class 'TH1D'; did you mean 'fXaxis' or 'fZaxis' or 'fYaxis'?

import numpy as np
import ramet

with ramet.recreate("mass.root") as file:
    file["mass"] = np.histogram([91.0], bins=60, range=(60, 120))

file = ramet.open("mass.root")

# docs: begin members
mass = file.object_of("mass")  # file["mass"] is a Histogram; every other class is an Object there, too
print(mass, (mass.fXaxis.classname, mass["fXaxis"]["fNbins"]))
print(list(mass.members)[:4])  # those of bases come first
print(len(mass.fArray), mass.fArray.max(), mass.fXaxis is mass["fXaxis"])  # arrays are NumPy's
print(mass.own_members, [base.classname for base in mass.bases])
# docs: end members

# docs: begin lists
functions = mass.fFunctions  # a TList: a sequence, with members
print(list(functions), {name: functions[name] for name in ("fName", "fSize")})
# docs: end lists

# docs: begin missing
try:
    mass["fXaxi"]
except KeyError as error:
    print(error)
# docs: end missing
