// What goes wrong with libraries and classes.
#ifndef CLASS_LOADER__EXCEPTIONS_HPP_
#define CLASS_LOADER__EXCEPTIONS_HPP_

#include <stdexcept>

#include "class_loader/visibility_control.hpp"

namespace class_loader
{

class CLASS_LOADER_PUBLIC ClassLoaderException : public std::runtime_error
{
public:
  using std::runtime_error::runtime_error;
};

/// A library cannot be opened; with what the system's loader says.
class CLASS_LOADER_PUBLIC LibraryLoadException : public ClassLoaderException
{
public:
  using ClassLoaderException::ClassLoaderException;
};

class CLASS_LOADER_PUBLIC LibraryUnloadException : public ClassLoaderException
{
public:
  using ClassLoaderException::ClassLoaderException;
};

/// A class is not registered, or not by the libraries that were asked.
class CLASS_LOADER_PUBLIC CreateClassException : public ClassLoaderException
{
public:
  using ClassLoaderException::ClassLoaderException;
};

/// A MultiLibraryClassLoader does not have the library.
class CLASS_LOADER_PUBLIC NoClassLoaderExistsException : public ClassLoaderException
{
public:
  using ClassLoaderException::ClassLoaderException;
};

}  // namespace class_loader

#endif  // CLASS_LOADER__EXCEPTIONS_HPP_
