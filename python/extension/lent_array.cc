#include "extension/lent_array.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <memory>
#include <utility>

#include "extension/imported.h"

namespace ranvier::python {
namespace {

constexpr const char* kMessage = "ranvier.message";

// An array.array, as CPython has it up to 3.14: layout_is_known() compares.
struct Array {
  PyObject_VAR_HEAD
  char* items;
  Py_ssize_t allocated;
  const void* kind;
  PyObject* weak_references;
  Py_ssize_t exports;  // buffers that were given out: as long as there are any, its size is fixed
};

// Where the numbers lie: in memory of the array's own; in its owner's, to be read; in its
// owner's, to be written.
enum class Lies : unsigned char { kOwn, kLent, kGiven };

// While it does not lie in memory of its own it counts one export more. So code that does not
// know of it cannot give that memory back: array.array.append() for one.
struct LentArray {
  Array array;
  PyObject* owner;  // null once nothing refers to its memory
  std::size_t size;  // of that memory, in bytes
  Lies lies;
};

LentArray& as_lent(PyObject* object) noexcept { return *reinterpret_cast<LentArray*>(object); }

PyTypeObject* base_type() {
  static Imported type("array", "array");
  return reinterpret_cast<PyTypeObject*>(type.get().ptr());
}

// For functions of the type below, which only is there once this has been imported.
const PyTypeObject* base = nullptr;
PyTypeObject* type = nullptr;

bool has_exports(const LentArray& lent) noexcept {
  return lent.array.exports > (lent.lies == Lies::kOwn ? 0 : 1);
}

// Null for memory of another kind.
MessagePtr* message_of(PyObject* owner) noexcept {
  if (!PyCapsule_IsValid(owner, kMessage)) return nullptr;
  return static_cast<MessagePtr*>(PyCapsule_GetPointer(owner, kMessage));
}

// Whether it is an array.array, which then is nobody's but of arrays that lie in it.
bool is_array_itself(const PyObject* owner) noexcept { return Py_TYPE(owner) == base; }

// Whether it is a view of a numpy array that nothing else has, not even a part of it.
bool views_numpy_alone(PyObject* owner) noexcept {
  if (!PyMemoryView_Check(owner)) return false;
  PyObject* const of = PyMemoryView_GET_BUFFER(owner)->obj;
  if (of == nullptr || !is_numpy(of) || Py_REFCNT(of) != 1) return false;
  PyObject* const whole = PyObject_GetAttrString(of, "base");
  if (whole == nullptr) PyErr_Clear();
  Py_XDECREF(whole);
  return whole == Py_None;
}

// Whether an array may write into what the owner has once it alone refers to it.
bool can_be_given(PyObject* owner) noexcept {
  if (is_array_itself(owner)) return true;
  return views_numpy_alone(owner) && PyMemoryView_GET_BUFFER(owner)->readonly == 0;
}

// Lies in the owner's memory to be written, if nobody else has it and that memory can be.
bool take_over(LentArray& lent) noexcept {
  if (Py_REFCNT(lent.owner) == 1 && can_be_given(lent.owner)) {
    lent.lies = Lies::kGiven;
    return true;
  }
  const MessagePtr* const lender = message_of(lent.owner);
  if (lender == nullptr) return false;
  const MessagePtr& message = *lender;
  std::uint8_t* const writable = Message::writable_bytes(message);
  if (writable == nullptr) return false;
  const auto* const bytes = reinterpret_cast<const char*>(message->bytes().data);
  lent.array.items = reinterpret_cast<char*>(writable) + (lent.array.items - bytes);
  lent.lies = Lies::kGiven;
  return true;
}

// Lies in memory of its own. Buffers that were given out to read stay, with the owner.
bool own(LentArray& lent) noexcept {
  auto* const copy = static_cast<char*>(PyMem_Malloc(lent.size));
  if (copy == nullptr) {
    PyErr_NoMemory();
    return false;
  }
  std::memcpy(copy, lent.array.items, lent.size);
  lent.array.items = copy;
  lent.array.exports -= 1;
  lent.lies = Lies::kOwn;
  if (lent.array.exports == 0) Py_CLEAR(lent.owner);
  return true;
}

// What is called before numbers are changed where they lie.
bool before_write(PyObject* self) noexcept {
  LentArray& lent = as_lent(self);
  return lent.lies != Lies::kLent || take_over(lent) || own(lent);
}

// What is called before the size changes. With a buffer given out, array.array refuses that.
bool before_resize(PyObject* self) noexcept {
  LentArray& lent = as_lent(self);
  return lent.lies == Lies::kOwn || has_exports(lent) || own(lent);
}

int set_item(PyObject* self, Py_ssize_t index, PyObject* value) noexcept {
  const bool ready = value ? before_write(self) : before_resize(self);
  return ready ? base->tp_as_sequence->sq_ass_item(self, index, value) : -1;
}

int set_subscript(PyObject* self, PyObject* key, PyObject* value) noexcept {
  const bool keeps_size = value && PyIndex_Check(key);
  if (!keeps_size && !before_resize(self)) return -1;
  return before_write(self) ? base->tp_as_mapping->mp_ass_subscript(self, key, value) : -1;
}

PyObject* add_in_place(PyObject* self, PyObject* other) noexcept {
  return before_resize(self) ? base->tp_as_sequence->sq_inplace_concat(self, other) : nullptr;
}

PyObject* repeat_in_place(PyObject* self, Py_ssize_t times) noexcept {
  return before_resize(self) ? base->tp_as_sequence->sq_inplace_repeat(self, times) : nullptr;
}

int buffer_as_it_lies(PyObject* self, Py_buffer* buffer, int flags) noexcept {
  const int given = base->tp_as_buffer->bf_getbuffer(self, buffer, flags);
  if (given == 0) buffer->readonly = as_lent(self).lies == Lies::kLent;
  return given;
}

// A memoryview, and so numpy, asks for the format and not to write, and writes if it can: with
// an array.array it can. Who asks for bytes alone reads them.
int get_buffer(PyObject* self, Py_buffer* buffer, int flags) noexcept {
  const bool may_write = (flags & (PyBUF_WRITABLE | PyBUF_FORMAT)) != 0;
  if (may_write && !before_write(self)) return -1;
  return buffer_as_it_lies(self, buffer, flags);
}

void release_buffer(PyObject* self, Py_buffer* buffer) noexcept {
  base->tp_as_buffer->bf_releasebuffer(self, buffer);
  LentArray& lent = as_lent(self);
  if (lent.lies == Lies::kOwn && lent.array.exports == 0) Py_CLEAR(lent.owner);
}

// Methods of array.array that change the numbers, and how.
struct Change {
  const char* name;
  bool (*before)(PyObject* self) noexcept;
};
constexpr Change kChanges[] = {
  {"append", &before_resize},    {"byteswap", &before_write},  {"clear", &before_resize},
  {"extend", &before_resize},    {"frombytes", &before_resize}, {"fromfile", &before_resize},
  {"fromlist", &before_resize},  {"fromunicode", &before_resize}, {"insert", &before_resize},
  {"pop", &before_resize},       {"remove", &before_resize},   {"reverse", &before_write},
};

// Calls the method of array.array itself, with an array of whatever kind.
PyObject* call_base(const char* name, PyObject* self, PyObject* arguments) noexcept {
  auto* const of = reinterpret_cast<PyObject*>(const_cast<PyTypeObject*>(base));
  PyObject* const method = PyObject_GetAttrString(of, name);
  if (method == nullptr) return nullptr;
  PyObject* const bound = Py_TYPE(method)->tp_descr_get(method, self, of);
  PyObject* const result = bound ? PyObject_Call(bound, arguments, nullptr) : nullptr;
  Py_XDECREF(bound);
  Py_DECREF(method);
  return result;
}

template <std::size_t kIndex>
PyObject* changed(PyObject* self, PyObject* arguments) noexcept {
  const Change& change = kChanges[kIndex];
  return change.before(self) ? call_base(change.name, self, arguments) : nullptr;
}

// Those that this Python's array.array has, from `next` on.
template <std::size_t... kIndex>
void add_changes(PyMethodDef* next, std::index_sequence<kIndex...>) {
  const auto add = [&](const char* name, PyCFunction call) {
    auto* const of = reinterpret_cast<PyObject*>(const_cast<PyTypeObject*>(base));
    if (PyObject_HasAttrString(of, name)) *next++ = {name, call, METH_VARARGS, nullptr};
  };
  (add(kChanges[kIndex].name, &changed<kIndex>), ...);
}

// Pickles are those of an array.array.
PyObject* reduce(PyObject* self, PyObject* protocol) noexcept {
  PyObject* const none = PyTuple_New(0);
  PyObject* const plain = none ? call_base("__copy__", self, none) : nullptr;
  PyObject* const reduced =
    plain ? PyObject_CallMethod(plain, "__reduce_ex__", "O", protocol) : nullptr;
  Py_XDECREF(plain);
  Py_XDECREF(none);
  return reduced;
}

PyObject* get_class(PyObject*, void*) noexcept {
  return Py_NewRef(reinterpret_cast<PyObject*>(const_cast<PyTypeObject*>(base)));
}

// type(data)("B") is an array.array.
PyObject* make_plain(PyTypeObject*, PyObject* arguments, PyObject* keywords) noexcept {
  auto* const of = reinterpret_cast<PyObject*>(const_cast<PyTypeObject*>(base));
  return PyObject_Call(of, arguments, keywords);
}

void dealloc(PyObject* self) noexcept {
  PyTypeObject* const of = Py_TYPE(self);
  if (PyType_IS_GC(of)) PyObject_GC_UnTrack(self);
  LentArray& lent = as_lent(self);
  if (lent.array.weak_references) PyObject_ClearWeakRefs(self);
  if (lent.lies == Lies::kOwn) PyMem_Free(lent.array.items);
  Py_CLEAR(lent.owner);
  of->tp_free(self);
  Py_DECREF(of);
}

template <typename Function>
PyType_Slot slot(int number, Function function) {
  return {number, reinterpret_cast<void*>(function)};
}

nb::object make_type() {
  static PyMethodDef methods[std::size(kChanges) + 2];  // the last ones stay empty
  methods[0] = {"__reduce_ex__", &reduce, METH_O, nullptr};
  add_changes(methods + 1, std::make_index_sequence<std::size(kChanges)>());
  static PyGetSetDef getters[] = {{"__class__", &get_class, nullptr, nullptr, nullptr}, {}};
  PyType_Slot slots[] = {
    slot(Py_tp_new, &make_plain),
    slot(Py_tp_dealloc, &dealloc),
    slot(Py_tp_methods, +methods),
    slot(Py_tp_getset, getters),
    slot(Py_sq_ass_item, &set_item),
    slot(Py_sq_inplace_concat, &add_in_place),
    slot(Py_sq_inplace_repeat, &repeat_in_place),
    slot(Py_mp_ass_subscript, &set_subscript),
    slot(Py_bf_getbuffer, &get_buffer),
    slot(Py_bf_releasebuffer, &release_buffer),
    {0, nullptr}};
  // The name is what repr() begins with.
  PyType_Spec spec = {"array.array", sizeof(LentArray), 0, Py_TPFLAGS_DEFAULT, slots};
  auto* const of = reinterpret_cast<PyObject*>(const_cast<PyTypeObject*>(base));
  nb::object made = nb::steal(PyType_FromSpecWithBases(&spec, nb::make_tuple(nb::handle(of)).ptr()));
  if (!made) throw nb::python_error();
  return made;
}

// Whether an array.array is what Array says.
bool layout_is_known(PyTypeObject* of) {
  if (of->tp_basicsize != sizeof(Array) || of->tp_itemsize != 0 ||
      of->tp_weaklistoffset != offsetof(Array, weak_references)) {
    return false;
  }
  const nb::object array = nb::handle(reinterpret_cast<PyObject*>(of))("B", nb::bytes("abc", 3));
  const Array& lies = *reinterpret_cast<const Array*>(array.ptr());
  if (lies.exports != 0) return false;
  const Buffer buffer(array);
  return buffer && buffer->buf == lies.items && Py_SIZE(array.ptr()) == 3 && lies.allocated >= 3 &&
         lies.exports == 1 && lies.weak_references == nullptr;
}

// Null if arrays have to be copies. Contract: throws nb::python_error.
PyTypeObject* lent_type() {
  static bool looked = false;
  if (looked) return type;
  PyTypeObject* const of = base_type();
  if (layout_is_known(of)) {
    base = of;
    type = reinterpret_cast<PyTypeObject*>(make_type().release().ptr());
  }
  looked = true;
  return type;
}

// What array.array has for a letter: a pointer to what is there for ever.
const void* descriptor_of(const NumberKind& kind) {
  static const void* kinds[128] = {};
  const void*& found = kinds[static_cast<unsigned char>(kind.typecode)];
  if (found == nullptr) {
    const nb::object array = new_array(kind, nullptr, 0);
    found = reinterpret_cast<const Array*>(array.ptr())->kind;
  }
  return found;
}

}  // namespace

nb::object lent_array(const NumberKind& kind, const void* numbers, std::size_t count,
                      nb::handle owner) {
  PyTypeObject* const of = lent_type();
  if (of == nullptr) return new_array(kind, numbers, count);
  const void* const descriptor = descriptor_of(kind);
  nb::object array = nb::steal(of->tp_alloc(of, 0));
  if (!array) throw nb::python_error();
  LentArray& lent = as_lent(array.ptr());
  Py_SET_SIZE(array.ptr(), static_cast<Py_ssize_t>(count));
  lent.array.items = static_cast<char*>(const_cast<void*>(numbers));
  lent.array.allocated = static_cast<Py_ssize_t>(count);
  lent.array.kind = descriptor;
  lent.array.exports = 1;
  lent.owner = owner.inc_ref().ptr();
  lent.size = count * kind.size;
  lent.lies = Lies::kLent;
  return array;
}

nb::object keeper_of(const MessagePtr& message) {
  auto kept = std::make_unique<MessagePtr>(message);
  nb::object capsule = nb::steal(PyCapsule_New(kept.get(), kMessage, [](PyObject* gone) {
    delete static_cast<MessagePtr*>(PyCapsule_GetPointer(gone, kMessage));
  }));
  if (!capsule) throw nb::python_error();
  kept.release();
  return capsule;
}

bool is_lent(nb::handle value) noexcept {
  return type != nullptr && Py_TYPE(value.ptr()) == type &&
         as_lent(value.ptr()).lies == Lies::kLent;
}

nb::object twin_of(const NumberKind& kind, nb::handle array) {
  const LentArray& lent = as_lent(array.ptr());
  const MessagePtr* const message = message_of(lent.owner);
  const nb::object owner = message ? keeper_of(*message) : nb::borrow(lent.owner);
  return lent_array(kind, lent.array.items, lent.size / kind.size, owner);
}

namespace {

// Whether nobody but arrays that lie in it can change what it has.
bool keeps_numbers(PyObject* owner) noexcept {
  if (PyMemoryView_Check(owner)) {
    const PyObject* const of = PyMemoryView_GET_BUFFER(owner)->obj;
    return (of != nullptr && PyBytes_CheckExact(of)) || views_numpy_alone(owner);
  }
  return is_array_itself(owner) || message_of(owner) != nullptr;
}

// Gives the memory of its own to an array that nobody else has, and lies there.
void lend_out(const NumberKind& kind, LentArray& lent) {
  nb::object owner = new_array(kind, nullptr, 0);
  Array& has = *reinterpret_cast<Array*>(owner.ptr());
  const Py_ssize_t count = Py_SIZE(reinterpret_cast<PyObject*>(&lent));
  has.items = lent.array.items;
  has.allocated = std::exchange(lent.array.allocated, count);
  Py_SET_SIZE(owner.ptr(), count);
  lent.owner = owner.release().ptr();
  lent.size = static_cast<std::size_t>(count) * kind.size;
  lent.array.exports += 1;
  lent.lies = Lies::kLent;
}

// Whether it can be lent to others as well: whoever changes it does so by way of itself.
bool made_lendable(const NumberKind& kind, LentArray& lent) {
  if (lent.lies == Lies::kLent) return keeps_numbers(lent.owner);
  if (has_exports(lent)) return false;  // somebody may write by way of a buffer
  if (lent.lies == Lies::kOwn) {
    lend_out(kind, lent);
  } else if (can_be_given(lent.owner)) {
    lent.lies = Lies::kLent;
  }
  return lent.lies == Lies::kLent;
}

// An array that nobody has but `slot`, which gets one that lies in it.
bool lend_in_place(const NumberKind& kind, PyObject*& slot, Py_ssize_t references) {
  const Array& has = *reinterpret_cast<const Array*>(slot);
  const bool alone = Py_REFCNT(slot) == references && has.exports == 0 &&
                     has.weak_references == nullptr && has.kind == descriptor_of(kind);
  if (!alone) return false;
  const nb::object owner = nb::steal(slot);
  slot = lent_array(kind, has.items, static_cast<std::size_t>(Py_SIZE(owner.ptr())), owner)
             .release()
             .ptr();
  return true;
}

}  // namespace

nb::object shared_array(const NumberKind& kind, PyObject*& slot, Py_ssize_t references) {
  if (lent_type() == nullptr) return {};
  const bool lends = Py_TYPE(slot) == type ? made_lendable(kind, as_lent(slot))
                                           : Py_TYPE(slot) == base &&
                                                 lend_in_place(kind, slot, references);
  return lends ? twin_of(kind, slot) : nb::object();
}

int buffer_to_read(PyObject* object, Py_buffer* buffer, int flags) noexcept {
  return type != nullptr && Py_TYPE(object) == type ? buffer_as_it_lies(object, buffer, flags)
                                                    : PyObject_GetBuffer(object, buffer, flags);
}

}  // namespace ranvier::python
