from setuptools import setup

setup(
    name="beehive",
    version="0.1.0",
    packages=["beehive"],
    data_files=[("share/ament_index/resource_index/packages", ["resource/beehive"]),
                ("share/beehive", ["package.xml"])],
    entry_points={"console_scripts": ["queen = beehive.queen:main", "bee = beehive.bee:main"]},
)
