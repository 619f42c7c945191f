from setuptools import setup

setup(
    name="cuckoo",
    version="0.1.0",
    packages=["cuckoo"],
    data_files=[("share/ament_index/resource_index/packages", ["resource/cuckoo"]),
                ("share/cuckoo", ["package.xml"])],
    tests_require=["pytest"],
)
