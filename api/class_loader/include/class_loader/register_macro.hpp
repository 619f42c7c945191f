// How a library offers its classes: one line for each, in a source file of it.
#ifndef CLASS_LOADER__REGISTER_MACRO_HPP_
#define CLASS_LOADER__REGISTER_MACRO_HPP_

#include <typeinfo>

#include "class_loader/class_loader_core.hpp"

#define CLASS_LOADER_REGISTER_CLASS_INTERNAL_WITH_MESSAGE(Derived, Base, UniqueID, Message) \
  namespace \
  { \
  const class_loader::impl::Registration class_loader_registration_ ## UniqueID( \
    #Derived, typeid(Base), \
    []() -> void * { \
      Base * object = new Derived; \
      return object; \
    }, Message); \
  }

#define CLASS_LOADER_REGISTER_CLASS_INTERNAL_HOP1_WITH_MESSAGE(Derived, Base, UniqueID, Message) \
  CLASS_LOADER_REGISTER_CLASS_INTERNAL_WITH_MESSAGE(Derived, Base, UniqueID, Message)

/// The same with a message that is logged when the library is opened.
#define CLASS_LOADER_REGISTER_CLASS_WITH_MESSAGE(Derived, Base, Message) \
  CLASS_LOADER_REGISTER_CLASS_INTERNAL_HOP1_WITH_MESSAGE(Derived, Base, __COUNTER__, Message)

/// Offers Derived, by the name written here, to those who ask for a Base.
#define CLASS_LOADER_REGISTER_CLASS(Derived, Base) \
  CLASS_LOADER_REGISTER_CLASS_WITH_MESSAGE(Derived, Base, "")

#endif  // CLASS_LOADER__REGISTER_MACRO_HPP_
