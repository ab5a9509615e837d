#include "ramet/object/internal/form_compiler.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "ramet/core/error.hpp"

namespace ramet::inline v1::object::internal {
namespace {

using schema::Container;
using schema::Fundamental;
using schema::StreamerElement;
using schema::StreamerInfo;
using schema::TypeName;
namespace code = schema::type_code;

constexpr int deepest_class = 100;               // nested classes
constexpr std::size_t most_members = 1'000'000;  // in all classes of a type
constexpr int counted_end = code::counted_array + code::fixed_array;

StoredForm unsupported(std::string reason, Head head = Head::none) {
  StoredForm form{.kind = FormKind::unsupported, .head = head};
  form.reason = std::move(reason);
  return form;
}

StoredForm number_form(Fundamental number, const schema::ValueRange& range = {}) {
  return {.kind = FormKind::number, .number = number, .range = range};
}

StoredForm fixed_array_of(StoredForm content, std::uint64_t size) {
  StoredForm form{.kind = FormKind::fixed_array, .size = size};
  form.contents.push_back(std::move(content));
  return form;
}

/// The number type of a TArray class (TArrayI.h and its siblings).
std::optional<Fundamental> array_content(std::string_view class_name) noexcept {
  if (class_name == "TArrayC") return Fundamental::int8;
  if (class_name == "TArrayS") return Fundamental::int16;
  if (class_name == "TArrayI") return Fundamental::int32;
  if (class_name == "TArrayL" || class_name == "TArrayL64") return Fundamental::int64;
  if (class_name == "TArrayF") return Fundamental::float_;
  if (class_name == "TArrayD") return Fundamental::double_;
  return std::nullopt;
}

bool is_collection_of_objects(std::string_view class_name) noexcept {
  constexpr std::array names{"TCollection", "TSeqCollection", "TObjArray",      "TList",     "THashList", "TSortedList",
                             "TMap",        "THashTable",     "TOrdCollection", "TRefTable", "TExMap"};
  return std::ranges::find(names, class_name) != names.end();
}

/// A class's name with normalised template arguments: "A<Int_t>" and "A<const int>" become "A<int>".
TypeName canonical(TypeName type) {
  using enum Fundamental;
  constexpr std::array<const char*, 13> names{
      "bool", "char",          "unsigned char", "short",  "unsigned short", "int",       "unsigned int",
      "long", "unsigned long", "float",         "double", "Float16_t",      "Double32_t"};
  static_assert(static_cast<std::size_t>(double32) == names.size() - 1);
  type.is_const = false;
  for (TypeName& argument : type.arguments) argument = canonical(std::move(argument));
  if (const auto number = type.fundamental()) type.name = names[static_cast<std::size_t>(*number)];
  return type;
}

/// `x[2][3]`: an array of arrays. A length without dimensions is one dimension.
StoredForm with_dimensions(const StreamerElement& element, StoredForm content) {
  const auto most = static_cast<std::int32_t>(element.dimensions.size());
  std::int64_t product = 1;
  for (std::int32_t i = std::min(element.array_dimensions, most); i > 0; --i) {
    const auto size = static_cast<std::uint64_t>(std::max(element.dimensions[static_cast<std::size_t>(i - 1)], 0));
    if (__builtin_mul_overflow(product, static_cast<std::int64_t>(size), &product) || product > element.array_length)
      detail::fail(ErrorKind::corrupt, "member '{}' has dimensions that do not match its {} values", element.name,
                   element.array_length);
    content = fixed_array_of(std::move(content), size);
  }
  if (element.array_dimensions <= 0)
    content = fixed_array_of(std::move(content), static_cast<std::uint64_t>(element.array_length));
  return content;
}

/// The declared class of a member: "TList" for "TList*", "A" for "const A".
std::string class_of(std::string_view type_name) {
  const std::string_view plain = type_name.substr(0, type_name.find('*'));
  if (plain.find_first_of("<,: &") == plain.npos) return std::string(plain);
  const TypeName type = TypeName::parse(type_name);
  TypeName bare = type;
  bare.pointers = 0;
  bare.is_const = false;
  return bare.spelling();
}

/// Before version 10 TBranch::Streamer wrote positions of 4 bytes, or of 8 in files beyond 2 GB, whatever the described
/// type.
bool is_old_seek(const StreamerInfo& info, const StreamerElement& element) noexcept {
  return info.class_name == "TBranch" && info.version < 10 && element.name == "fBasketSeek";
}

/// Move the head of an array's items to the array: it precedes the whole array.
StoredForm with_head_outside(StoredForm array) {
  StoredForm* innermost = &array;
  while (innermost->kind == FormKind::fixed_array) innermost = &innermost->contents[0];
  array.head = std::exchange(innermost->head, Head::none);
  return array;
}

}  // namespace

bool has_head(std::string_view class_name) noexcept {
  constexpr std::array without{"TString", "TObject", "TRef", "TDatime"};
  return std::ranges::find(without, class_name) == without.end() && !array_content(class_name) &&
         !class_name.starts_with("TMatrixTSym<");
}

bool is_base(const StreamerElement& element) noexcept { return element.element_class == "TStreamerBase"; }

std::vector<const StreamerInfo*> infos_of_class(const Layouts& layouts, std::string_view class_name) {
  std::vector<const StreamerInfo*> found;
  for (const schema::StreamerInfos* infos : {layouts.file, layouts.catalogue}) {
    if (infos == nullptr) continue;
    const auto of_file = static_cast<std::ptrdiff_t>(found.size());
    for (const StreamerInfo& info : infos->of_class(class_name)) {
      const auto end = found.begin() + of_file;
      if (std::find_if(found.begin(), end, [&](const auto* known) { return known->version == info.version; }) == end)
        found.push_back(&info);
    }
    std::reverse(found.begin() + of_file, found.end());
  }
  return found;
}

StoredForm FormCompiler::of_type(const TypeName& type, Place place) {
  if (type.pointers > 0) {
    TypeName pointee = type;
    pointee.pointers = 0;
    pointee.is_const = false;
    if (pointee.container() != Container::none || pointee.fundamental() || type.pointers > 1)
      return unsupported(fmt::format("'{}' in a collection", type.spelling()));
    return pointer_to(pointee.spelling());
  }
  if (const auto number = type.fundamental()) return number_form(*number);
  if (type.is_string())
    return {.kind = FormKind::text,
            .head = place == Place::member && type.name != "TString" ? Head::column : Head::none};
  if (type.container() != Container::none) return of_collection(type, place);
  TypeName bare = type;
  bare.is_const = false;
  return of_class_name(bare.spelling());
}

StoredForm FormCompiler::of_collection(const TypeName& type, Place place) {
  const Container container = type.container();
  const Head head = place == Place::member ? Head::column : Head::none;
  StoredForm form{.kind = FormKind::collection, .head = head, .container = container};
  switch (container) {
    case Container::bitset:
    case Container::array: {
      const std::string& size = type.arguments.back().name;
      if (size.empty() || size.size() > 9 || !std::ranges::all_of(size, [](char c) { return c >= '0' && c <= '9'; }))
        return unsupported(fmt::format("'{}', whose size is not a number", type.spelling()));
      form.size = std::stoul(size);
      if (container == Container::array) return fixed_array_of(of_type(type.arguments[0], Place::item), form.size);
      form.contents.push_back(number_form(Fundamental::bool_));
      return form;
    }
    case Container::map:
    case Container::multimap:
    case Container::unordered_map:
    case Container::unordered_multimap:
      if (type.arguments.size() < 2)
        return unsupported(fmt::format("'{}', which has too few arguments", type.spelling()));
      form.contents.push_back(of_pair(type));
      return form;
    default:
      form.contents.push_back(of_type(type.arguments[0], Place::item));
      if (type.arguments[0].container() == Container::array) as_described_array(type.arguments[0], form.contents[0]);
      return form;
  }
}

/// A std::array in a collection is stored as an object of its class, if the file describes that: with a head, or
/// member-wise.
void FormCompiler::as_described_array(const TypeName& array, StoredForm& item) {
  const ClassForm& of_class = class_form(array.spelling());
  if (!of_class.layouts.empty()) item = {.kind = FormKind::object, .head = Head::each, .of_class = &of_class};
}

/// The item of a map: a key and a value without heads.
StoredForm FormCompiler::of_pair(const TypeName& map) {
  const TypeName pair{.name = "pair", .arguments = {map.arguments[0], map.arguments[1]}};
  StoredForm form{.kind = FormKind::pair, .of_class = &class_form(pair.spelling())};
  form.contents.push_back(of_type(map.arguments[0], Place::item));
  form.contents.push_back(of_type(map.arguments[1], Place::item));
  return form;
}

StoredForm FormCompiler::of_class_name(std::string_view name) {
  if (const auto content = array_content(name)) {
    StoredForm form{.kind = FormKind::sized_array};
    form.contents.push_back(number_form(*content));
    return form;
  }
  if (name == "TString") return {.kind = FormKind::text};
  if (name == "TObject") return {.kind = FormKind::tobject};
  if (name == "TRef") return {.kind = FormKind::reference};
  if (name == "TRefArray") return {.kind = FormKind::references, .head = Head::each};
  if (name == "TClonesArray") return {.kind = FormKind::clones, .head = Head::each};
  if (is_collection_of_objects(name))
    return {.kind = FormKind::objects, .head = Head::each, .of_class = &class_form(std::string(name))};
  const ClassForm& of_class = class_form(std::string(name));
  if (of_class.layouts.empty()) {
    StoredForm form = unsupported(fmt::format("class '{}', which the file does not describe", name), Head::each);
    form.of_class = &of_class;
    return form;
  }
  return {.kind = FormKind::object, .head = has_head(name) ? Head::each : Head::none, .of_class = &of_class};
}

StoredForm FormCompiler::pointer_to(std::string_view class_name) {
  StoredForm form{.kind = FormKind::pointer, .of_class = &class_form(std::string(class_name))};
  form.contents.push_back(of_class_name(class_name));
  return form;
}

StoredForm FormCompiler::of_element(const StreamerInfo& info, const StreamerElement& element) {
  if (++members_ > most_members)
    detail::fail(ErrorKind::corrupt, "layout of class '{}' has more than {} members", info.class_name, most_members);
  if (!is_base(element)) return of_code(info, element, element.type);
  if (element.type == code::tobject) return {.kind = FormKind::tobject};
  StoredForm form = of_class_name(element.name);
  if (form.head == Head::each && element.type == code::base) form.head = Head::base;
  form.base_version = element.base_version;
  return form;
}

StoredForm FormCompiler::of_code(const StreamerInfo& info, const StreamerElement& element, int type) {
  if (const auto number = schema::fundamental_of_code(type)) {
    if (type == code::bits) return {.kind = FormKind::bits, .number = Fundamental::uint32};
    const bool is_counter = type == code::counter;  // not negative, whatever its declared type
    StoredForm form = number_form(is_counter ? Fundamental::uint32 : *number, element.range);
    form.is_counter = is_counter;
    if (element.array_length > 0) return with_dimensions(element, std::move(form));
    return form;
  }
  if (type > code::counted_array && type < counted_end) {
    if (const auto number = schema::fundamental_of_code(type - code::counted_array)) {
      StoredForm form{.kind = FormKind::counted_array, .counter = element.count_name};
      if (is_old_seek(info, element)) form.contents.push_back(number_form(Fundamental::int32));
      form.contents.push_back(number_form(*number, element.range));
      form.size = static_cast<std::uint64_t>(std::max(element.array_length, 0));
      return form;
    }
  }
  const bool is_array = (type > code::fixed_array && type < code::counted_array) ||
                        (type >= code::fixed_array + code::object && type < code::skip) ||
                        type == code::stl + code::fixed_array || type == code::stl_string + code::fixed_array;
  return is_array ? of_array(info, element, type - code::fixed_array) : of_object_code(info, element, type);
}

/// `A x[2][3]`.
StoredForm FormCompiler::of_array(const StreamerInfo& info, const StreamerElement& element, int content) {
  StreamerElement one = element;
  one.array_length = 0;
  one.array_dimensions = 0;
  StoredForm array = with_dimensions(element, of_code(info, one, content));
  if (content == code::tstring) array.head = Head::column;
  if (content == code::stl || content == code::stl_string) return with_head_outside(std::move(array));
  return array;
}

StoredForm FormCompiler::of_object_code(const StreamerInfo& info, const StreamerElement& element, int type) {
  switch (type) {
    case code::char_star:
      return {.kind = FormKind::characters};
    case code::tstring:
      return {.kind = FormKind::text};
    case code::tobject:
      return {.kind = FormKind::tobject};
    case code::tnamed:
    case code::object:
    case code::any:
    case code::object_inplace:
    case code::any_inplace:
      return of_class_name(class_of(element.type_name));
    case code::object_pointer:
    case code::any_pointer:
    case code::any_pointer_unvirtual:
      return pointer_to(class_of(element.type_name));
    case code::stl:
    case code::stl_string:
    case code::stl_pointer:
    case code::streamer:
      return of_standard(element);
    case code::stl + code::counted_array:
      return unsupported(fmt::format("'{}', counted containers", element.type_name), Head::each);
    case code::streamer_loop:
      return of_loop(element);
    case code::artificial:
      return {};
    default:
      return unsupported(
          fmt::format("member '{}' of class '{}' has type code {}", element.name, info.class_name, type));
  }
}

/// The form of a container or std::string of the standard library; code 500 also means any class with its own streamer.
StoredForm FormCompiler::of_standard(const StreamerElement& element) {
  const bool is_standard = element.stl_type > 0 || element.element_class.starts_with("TStreamerSTL");
  if (!is_standard)
    return unsupported(fmt::format("class '{}', which has its own streamer", element.type_name), Head::each);
  TypeName type = TypeName::parse(element.type_name);
  type.pointers = 0;
  type.is_const = false;
  const auto content = schema::fundamental_of_code(element.content_type);
  StoredForm form = of_type(type, Place::member);
  if (form.kind == FormKind::collection && form.contents[0].kind == FormKind::unsupported && content)
    form.contents[0] = number_form(*content);  // an enumeration
  if (form.kind == FormKind::unsupported) form.head = Head::each;
  if (element.array_length > 0) return with_head_outside(with_dimensions(element, std::move(form)));
  return form;
}

StoredForm FormCompiler::of_loop(const StreamerElement& element) {
  StoredForm form{.kind = FormKind::counted_objects, .head = Head::column, .counter = element.count_name};
  const bool is_of_pointers = element.type_name.find("**") != std::string::npos;
  const std::string class_name = class_of(element.type_name);
  form.contents.push_back(is_of_pointers ? pointer_to(class_name) : of_class_name(class_name));
  return form;
}

const ClassForm& FormCompiler::class_form(const std::string& name) {
  const auto [place, is_new] = classes_.try_emplace(name);
  if (!is_new) return *place->second;
  place->second = std::make_unique<ClassForm>();
  ClassForm& form = *place->second;  // exists already when a member has the same class
  form.name = name;
  if (depth_ >= deepest_class)
    detail::fail(ErrorKind::corrupt, "class '{}' is nested deeper than {}", name, deepest_class);
  ++depth_;
  add_layouts(form);
  --depth_;
  return form;
}

/// The name of a class in the file's layouts, which may spell template arguments differently.
std::string FormCompiler::described_name(const std::string& name) const {
  const bool is_template = name.find('<') != std::string::npos;
  if (!is_template || layouts_.file == nullptr || !layouts_.file->of_class(name).empty()) return name;
  const TypeName wanted = canonical(TypeName::parse(name));
  for (const StreamerInfo& info : layouts_.file->all())
    if (info.class_name.find('<') != std::string::npos && canonical(TypeName::parse(info.class_name)) == wanted)
      return info.class_name;
  return name;
}

/// TMatrixTSym streams its base and the elements on and above the diagonal (math/matrix/src/TMatrixTSym.cxx).
void FormCompiler::add_symmetric_matrix(ClassForm& form) {
  const TypeName type = TypeName::parse(form.name);
  const auto number = type.arguments.empty() ? std::nullopt : type.arguments[0].fundamental();
  if (!number) return;
  TypeName base{.name = "TMatrixTBase", .arguments = type.arguments};
  StoredForm elements{.kind = FormKind::triangle, .counter = "fNrows"};
  elements.contents.push_back(number_form(*number));
  form.layouts.push_back({});
  std::vector<MemberForm> members;
  members.push_back({.name = base.spelling(), .is_base = true, .form = of_class_name(base.spelling())});
  members.push_back({.name = "fElements", .form = std::move(elements)});
  form.layouts[0].members = std::move(members);
}

void FormCompiler::add_layouts(ClassForm& form) {
  if (form.name.starts_with("TMatrixTSym<")) return add_symmetric_matrix(form);
  const std::string described = described_name(form.name);
  const std::vector<const StreamerInfo*> infos = infos_of_class(layouts_, described);
  // list all before filling the first: a member may have the same class
  for (const StreamerInfo* info : infos) form.layouts.push_back({info->version, info->checksum, {}});
  for (std::size_t i = 0; i < infos.size(); ++i) form.layouts[i] = layout_of(*infos[i]);
  if (form.layouts.empty() && form.name.starts_with("pair<")) make_up_pair(form);
  if (form.layouts.empty() && form.name == "TDatime") {
    form.layouts.push_back({.version = 1, .members = {}});
    form.layouts[0].members.push_back({.name = "fDatime", .form = number_form(Fundamental::uint32)});
  }
}

/// Make the layout of a map's pair, which old files do not describe.
void FormCompiler::make_up_pair(ClassForm& form) {
  const TypeName type = TypeName::parse(form.name);
  if (type.arguments.size() != 2) return;
  form.is_made_up = true;
  form.layouts.push_back({});
  std::vector<MemberForm> members;
  members.push_back({.name = "first", .form = of_type(type.arguments[0], Place::member)});
  members.push_back({.name = "second", .form = of_type(type.arguments[1], Place::member)});
  form.layouts[0].members = std::move(members);
}

ClassLayout FormCompiler::layout_of(const StreamerInfo& info) {
  ClassLayout layout{.version = info.version, .checksum = info.checksum, .members = {}};
  layout.members.reserve(info.elements.size());
  for (const StreamerElement& element : info.elements)
    layout.members.push_back({.name = element.name, .is_base = is_base(element), .form = of_element(info, element)});
  return layout;
}

}  // namespace ramet::inline v1::object::internal
