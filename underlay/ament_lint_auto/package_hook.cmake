ament_execute_extensions(ament_lint_auto EXCLUDE ${AMENT_LINT_AUTO_EXCLUDE})
