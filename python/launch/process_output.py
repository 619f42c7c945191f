"""The lines that a process writes."""
import codecs


class ProcessOutput:
    """
    Gives what a process writes to its loggers, line by line.

    :param stdout_logger, stderr_logger: of each of its streams.
    :param format_line: gives the text that is logged of a line.
    :param choose: a function of (1 or 2, line): true if it has shown the line itself.
    """

    def __init__(self, stdout_logger, stderr_logger, format_line, *, keep=False, choose=None):
        self.__loggers = {1: stdout_logger, 2: stderr_logger}
        self.__format_line = format_line
        self.__choose = choose
        self.__partial = {1: b"", 2: b""}
        self.__kept = {1: [], 2: []} if keep else None
        self.__decoder = codecs.getdecoder("utf-8")

    def add(self, fd, found):
        if self.__kept is not None:
            self.__kept[fd].append(found)
        *lines, self.__partial[fd] = (self.__partial[fd] + found).split(b"\n")
        for line in lines:
            self.__log(fd, line)

    def flush(self):
        """Log what has no newline behind it."""
        for fd, line in self.__partial.items():
            if line:
                self.__log(fd, line)
        self.__partial = {1: b"", 2: b""}

    def kept(self, fd):
        """Give all that was written, as a text; RuntimeError if it was not kept."""
        if self.__kept is None:
            raise RuntimeError(
                "the output of this process is not kept: give its action cached_output=True")
        return b"".join(self.__kept[fd]).decode("utf-8", "replace")

    def __log(self, fd, raw):
        line = self.__decoder(raw, "replace")[0].removesuffix("\r")
        if self.__choose is not None and self.__choose(fd, line):
            return
        self.add_line(fd, line)

    def add_line(self, fd, line):
        """Log a line as one of this process."""
        logger = self.__loggers[fd]
        if logger.handlers:
            logger.info("%s", self.__format_line(line))
