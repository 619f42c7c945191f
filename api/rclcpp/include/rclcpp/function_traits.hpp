// What a callable takes and gives, at compile time.
#ifndef RCLCPP__FUNCTION_TRAITS_HPP_
#define RCLCPP__FUNCTION_TRAITS_HPP_

#include <cstddef>
#include <functional>
#include <memory>
#include <tuple>
#include <type_traits>

namespace rclcpp
{
namespace function_traits
{

/// std::tuple<B, C> of std::tuple<A, B, C>.
template<typename TupleT>
struct tuple_tail;
template<typename HeadT, typename ... TailTs>
struct tuple_tail<std::tuple<HeadT, TailTs ...>>
{
  using type = std::tuple<TailTs ...>;
};

/// `arguments` as a std::tuple, `arity`, `argument_type<N>` and `return_type` of
/// a function, a pointer to one, or an object with one operator(). A pointer to
/// a member function takes the object, by reference, as its first argument.
template<typename FunctionT>
struct function_traits
{
private:
  using Call = function_traits<decltype(&FunctionT::operator())>;

public:
  using arguments = typename tuple_tail<typename Call::arguments>::type;
  static constexpr std::size_t arity = std::tuple_size_v<arguments>;
  template<std::size_t N>
  using argument_type = std::tuple_element_t<N, arguments>;
  using return_type = typename Call::return_type;
};

template<typename ReturnT, typename ... Args>
struct function_traits<ReturnT(Args ...)>
{
  using arguments = std::tuple<Args ...>;
  static constexpr std::size_t arity = sizeof...(Args);
  template<std::size_t N>
  using argument_type = std::tuple_element_t<N, arguments>;
  using return_type = ReturnT;
};

template<typename ReturnT, typename ... Args>
struct function_traits<ReturnT (*)(Args ...)>: function_traits<ReturnT(Args ...)> {};
template<typename ReturnT, typename ClassT, typename ... Args>
struct function_traits<ReturnT (ClassT::*)(Args ...)>: function_traits<ReturnT(ClassT &, Args ...)>
{};
template<typename ReturnT, typename ClassT, typename ... Args>
struct function_traits<ReturnT (ClassT::*)(Args ...) const>
  : function_traits<ReturnT(const ClassT &, Args ...)> {};
template<typename FunctionT>
struct function_traits<FunctionT &>: function_traits<FunctionT> {};
template<typename FunctionT>
struct function_traits<FunctionT &&>: function_traits<FunctionT> {};

/// Whether a callable takes that many arguments.
template<std::size_t Arity, typename FunctorT>
struct arity_comparator : std::bool_constant<Arity == function_traits<FunctorT>::arity> {};

/// Whether a callable takes exactly these arguments.
template<typename FunctorT, typename ... Args>
struct check_arguments
  : std::is_same<typename function_traits<FunctorT>::arguments, std::tuple<Args ...>> {};

/// Whether two callables take the same arguments.
template<typename FunctorAT, typename FunctorBT>
struct same_arguments
  : std::is_same<
    typename function_traits<FunctorAT>::arguments,
    typename function_traits<FunctorBT>::arguments> {};

namespace detail
{
template<typename ReturnT, typename TupleT>
struct std_function_of;
template<typename ReturnT, typename ... Args>
struct std_function_of<ReturnT, std::tuple<Args ...>>
{
  using type = std::function<ReturnT(Args ...)>;
};
}  // namespace detail

/// The std::function that holds a callable.
template<
  typename FunctorT, typename ReturnT = typename function_traits<FunctorT>::return_type,
  typename TupleT = typename function_traits<FunctorT>::arguments>
struct as_std_function : detail::std_function_of<ReturnT, TupleT> {};

}  // namespace function_traits
}  // namespace rclcpp
#endif  // RCLCPP__FUNCTION_TRAITS_HPP_
