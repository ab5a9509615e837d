#pragma once

#include <cstdint>
#include <span>

// The catalogue's tables, written by tools/make_catalogue.py.

namespace ramet::inline v1::schema::internal {

/// One StreamerElement. Threads: a value.
struct ElementRow {
  const char* kind;  ///< the element's class without "TStreamer"
  const char* name;
  const char* title;
  std::int32_t type;
  std::int32_t size;
  const char* type_name;
  std::int32_t version = 0;  ///< of the base, or of the class with the count
  std::uint32_t base_checksum = 0;
  const char* count_name = "";
  const char* count_class = "";
  std::int32_t stl_type = 0;
  std::int32_t content_type = 0;
  std::int32_t dimensions[2] = {};  ///< of a fixed-size array; 0: none
};

/// One StreamerInfo; its elements follow those of the row before. Threads: a value.
struct ClassRow {
  const char* name;
  std::int32_t version;
  std::uint32_t checksum;
  std::uint32_t element_count;
};

/// Threads: a value that borrows constants.
struct CatalogueTable {
  std::span<const ClassRow> classes;
  std::span<const ElementRow> elements;
};

CatalogueTable trees_table() noexcept;
CatalogueTable old_trees_table() noexcept;
CatalogueTable histograms_table() noexcept;
CatalogueTable figures_table() noexcept;
CatalogueTable values_table() noexcept;

// Tables of classes that are only read (known/).
CatalogueTable arrays_table() noexcept;
CatalogueTable boxes_table() noexcept;
CatalogueTable branches_table() noexcept;
CatalogueTable core_table() noexcept;
CatalogueTable drawn_table() noexcept;
CatalogueTable functions_table() noexcept;
CatalogueTable geometry_table() noexcept;
CatalogueTable matrices_table() noexcept;
CatalogueTable physics_table() noexcept;
CatalogueTable style_table() noexcept;
CatalogueTable tools_table() noexcept;
CatalogueTable vectors_table() noexcept;

}  // namespace ramet::inline v1::schema::internal
