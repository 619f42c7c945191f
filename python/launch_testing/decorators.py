"""What test classes and descriptions say about themselves."""


def post_shutdown_test():
    """Run a test class when all processes have ended."""
    def decorate(test_class):
        test_class.__post_shutdown_test__ = True
        return test_class
    return decorate


def ready_to_test_action_timeout(timeout):
    """Give up on a description that has not reached ReadyToTest after so many seconds."""
    def decorate(function):
        function.__ready_to_test_action_timeout__ = timeout
        return function
    return decorate
