"""
Tests of pytest beside a launch.

    @launch_pytest.fixture
    def description():
        return launch.LaunchDescription([..., launch_pytest.actions.ReadyToTest()])

    @pytest.mark.launch(fixture=description)
    async def test_it(launch_context): ...
"""
from launch_pytest import actions, tools
from launch_pytest.fixture import fixture

__all__ = ["actions", "fixture", "tools"]
