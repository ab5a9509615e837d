#pragma once

#include "ramet/array/array.hpp"
#include "ramet/table/schema.hpp"

namespace ramet::inline v1::table {

/// Have a tree store vectors of ROOT::Math, TLorentzVector, TVector3 and TVector2, and lists of them, as ROOT does: as
/// objects, those of ROOT::Math of LorentzVector<PtEtaPhiM4D<double>> and its like. They are such objects of files, or
/// records of coordinates with the name of a class, {pt, eta, phi, m} of PtEtaPhiMVector. The columns get the type of
/// the objects, and their classes are added to the schema. Threads: any.
void store_vectors(Schema& schema);

/// The type of records of coordinates that a column stores as objects; the column's for others.
array::Type type_of_coordinates(const Column& column);

/// The values of a column as it stores them, which share memory with records of coordinates; objects stay as they are.
/// Threads: any.
array::Array as_objects(const array::Array& values, const Column& column);

}  // namespace ramet::inline v1::table
