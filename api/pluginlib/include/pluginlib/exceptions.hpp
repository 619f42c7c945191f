// What goes wrong with plugins.
#ifndef PLUGINLIB__EXCEPTIONS_HPP_
#define PLUGINLIB__EXCEPTIONS_HPP_

#include <stdexcept>

#include "pluginlib/visibility_control.hpp"

namespace pluginlib
{

class PLUGINLIB_PUBLIC PluginlibException : public std::runtime_error
{
public:
  using std::runtime_error::runtime_error;
};

/// A description is no XML, or not of plugins; says which file and where.
class PLUGINLIB_PUBLIC InvalidXMLException : public PluginlibException
{
public:
  using PluginlibException::PluginlibException;
};

/// No description declares the class, or its library is not there or cannot be opened.
class PLUGINLIB_PUBLIC LibraryLoadException : public PluginlibException
{
public:
  using PluginlibException::PluginlibException;
};

/// The package of the base class cannot be found.
class PLUGINLIB_PUBLIC ClassLoaderException : public PluginlibException
{
public:
  using PluginlibException::PluginlibException;
};

class PLUGINLIB_PUBLIC LibraryUnloadException : public PluginlibException
{
public:
  using PluginlibException::PluginlibException;
};

/// The library is open, and does not export the class for this base.
class PLUGINLIB_PUBLIC CreateClassException : public PluginlibException
{
public:
  using PluginlibException::PluginlibException;
};

}  // namespace pluginlib

#endif  // PLUGINLIB__EXCEPTIONS_HPP_
