"""Loads a report's page in a browser of the Chromium family, and says what became of it.

usage: page_in_browser.py <browser> <page> <folder for what the browser keeps>

Prints JSON: whether the page says that it is ready, what it complained of on the console, the
rows of each table, how many colours and painted pixels its chart has (whole, after it was
zoomed into, and whole again), its texts, and how long loading took. It talks to the browser through
two pipes, in the DevTools protocol: no port, no package.
"""
import fcntl
import json
import os
import pathlib
import select
import subprocess
import sys
import time

LIMIT = 90  # seconds for all of it; a browser that hangs is killed then

# Pixels of the chart that are not the colour of its upper left corner, and how many colours.
CHART = """(() => {
  const canvas = document.querySelector("#chart canvas");
  const {data} = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  const words = new Uint32Array(data.buffer), colours = new Set();
  let painted = 0;
  for (const word of words) if (word !== words[0]) { ++painted; colours.add(word); }
  return {painted, colours: colours.size, shown: document.getElementById("shown").textContent};
})()"""
TABLES = """Object.fromEntries([...document.querySelectorAll("section:not([hidden])")].map(part =>
  [part.id, [...part.querySelectorAll("tbody tr")].length]))"""
DRAWN = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


class Browser:
    def __init__(self, program, home):
        # Out of the way of the numbers that the browser expects.
        to_read, self.to = (fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 10) for end in os.pipe())
        self.of, to_write = (fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 10) for end in os.pipe())
        self.end = time.monotonic() + LIMIT
        # The browser reads descriptor 3 and writes descriptor 4.
        words = [program, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                 f"--user-data-dir={home}", "--window-size=1300,900", "--remote-debugging-pipe"]
        shell = f'exec 3<&{to_read} 4>&{to_write} {to_read}<&- {to_write}>&-; exec "$@"'
        self.process = subprocess.Popen(["bash", "-c", shell, "browser", *words],
                                        env={**os.environ, "TMPDIR": home},
                                        pass_fds=(to_read, to_write), stdin=subprocess.DEVNULL,
                                        stdout=sys.stderr, start_new_session=True)
        os.close(to_read)
        os.close(to_write)
        self.left = b""
        self.number = 0
        self.events = []

    def next_message(self):
        while b"\0" not in self.left:
            wait = self.end - time.monotonic()
            if wait <= 0 or not select.select([self.of], [], [], wait)[0]:
                raise TimeoutError(f"the browser did not answer within {LIMIT} s")
            piece = os.read(self.of, 1 << 16)
            if not piece:
                raise ConnectionError("the browser has ended")
            self.left += piece
        message, self.left = self.left.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, session=None, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        os.write(self.to, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.next_message()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)

    def wait_for(self, name):
        while not any(event.get("method") == name for event in self.events):
            self.events.append(self.next_message())

    def close(self):
        try:
            os.killpg(self.process.pid, 9)  # it and what it started, which nobody asks anything
        except ProcessLookupError:
            pass
        self.process.wait()


def value(browser, session, expression):
    result = browser.call("Runtime.evaluate", session, expression=expression, returnByValue=True,
                          awaitPromise=True)
    if "exceptionDetails" in result:
        raise RuntimeError(f"{expression}: {result['exceptionDetails']}")
    return result["result"].get("value")


def complaints(events):
    """What a reader of the page's console would see."""
    for event in events:
        told = event.get("params", {})
        if event.get("method") == "Runtime.exceptionThrown":
            yield told["exceptionDetails"].get("exception", {}).get("description", "an exception")
        if event.get("method") == "Runtime.consoleAPICalled" and told["type"] in ("error", "warning"):
            yield " ".join(str(one.get("value")) for one in told["args"])
        if event.get("method") == "Log.entryAdded" and told["entry"]["level"] in ("error", "warning"):
            if "getImageData" not in told["entry"]["text"]:  # which is about our look at pixels
                yield told["entry"]["text"]


def look(browser, page):
    target = browser.call("Target.createTarget", url="about:blank")["targetId"]
    session = browser.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
    for domain in ("Page", "Runtime", "Log"):
        browser.call(f"{domain}.enable", session)
    begin = time.monotonic()
    browser.call("Page.navigate", session, url=pathlib.Path(page).absolute().as_uri())
    browser.wait_for("Page.loadEventFired")
    value(browser, session, DRAWN)
    found = {"seconds": time.monotonic() - begin,
             "ready": value(browser, session, "document.body.dataset.ready"),
             "title": value(browser, session, "document.title"),
             "images": value(browser, session, "document.images.length"),
             "text": value(browser, session, "document.body.innerText"),
             "tables": value(browser, session, TABLES),
             "chart": value(browser, session, CHART)}
    for button, name in (("nearer", "chart_near"), ("whole", "chart_again")):
        begin = time.monotonic()
        value(browser, session, f'document.getElementById("{button}").click()')
        value(browser, session, DRAWN)
        found[name] = value(browser, session, CHART)
        found[f"{name}_seconds"] = time.monotonic() - begin
    found["console"] = list(complaints(browser.events))
    return found


def main():
    browser = Browser(sys.argv[1], sys.argv[3])
    try:
        print(json.dumps(look(browser, sys.argv[2])))
    finally:
        browser.close()


if __name__ == "__main__":
    main()
