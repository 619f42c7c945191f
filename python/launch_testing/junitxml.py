"""Results as JUnit writes them."""
import xml.etree.ElementTree as ElementTree


def unittestResultsToXml(*, name="launch_test", test_results={}):
    """Give an ElementTree of {TestRun: its result}."""
    suites = ElementTree.Element("testsuites", name=name)
    for run, result in test_results.items():
        suites.append(_suite(str(run), result))
    for key in ("tests", "failures", "errors", "skipped"):
        suites.set(key, str(sum(int(suite.get(key)) for suite in suites)))
    return ElementTree.ElementTree(suites)


def unittestCaseToXml(test_result, test_case):
    """Give the element of one test."""
    seconds = getattr(test_result, "testTimes", {}).get(test_case, 0)
    element = ElementTree.Element(
        "testcase", classname=type(test_case).__name__, time=f"{seconds:.3f}",
        name=getattr(test_case, "_testMethodName", str(test_case)))
    for tag, found in (("failure", test_result.failures), ("error", test_result.errors),
                       ("skipped", test_result.skipped)):
        for case, text in found:
            if case is test_case:
                ElementTree.SubElement(element, tag, message=text.strip().split("\n")[-1]) \
                    .text = text
    return element


def _suite(name, result):
    run = getattr(result, "test_run", None)
    cases = list(run.all_cases()) if run is not None else []
    suite = ElementTree.Element(
        "testsuite", name=name, tests=str(result.testsRun), failures=str(len(result.failures)),
        errors=str(len(result.errors)), skipped=str(len(result.skipped)),
        time=f"{sum(getattr(result, 'testTimes', {}).values()):.3f}")
    suite.extend(unittestCaseToXml(result, case) for case in cases)
    return suite
