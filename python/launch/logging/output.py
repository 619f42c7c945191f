"""Where the output of a process goes."""
import logging

_ALIASES = {
    "screen": {"both": {"screen"}},
    "log": {"both": {"log"}, "stderr": {"screen"}},
    "both": {"both": {"log", "screen"}},
    "own_log": {"both": {"own_log"}, "stdout": {"own_log"}, "stderr": {"own_log"}},
    "full": {"both": {"screen", "log", "own_log"}, "stdout": {"own_log"}, "stderr": {"own_log"}}}
_SOURCES = ("stdout", "stderr", "both")
_SINKS = ("screen", "log", "own_log")
_AS_IT_IS = logging.Formatter("{message}", style="{")
_WITH_TIME = logging.Formatter("{created:.7f} {message}", style="{")


def normalize_output_config(config):
    """Give {'stdout', 'stderr' or 'both': set of 'screen', 'log', 'own_log'}; else ValueError."""
    if isinstance(config, str):
        if config not in _ALIASES:
            raise ValueError(
                f"{config} is not a valid standard output config: expected one of "
                f"{sorted(_ALIASES)}")
        return _ALIASES[config]
    if not isinstance(config, dict):
        raise ValueError(
            f"{config!r} is not a valid standard output config: expected a text or a dict")
    made = {}
    for source, sinks in config.items():
        sinks = {sinks} if isinstance(sinks, str) else set(sinks)
        if source not in _SOURCES:
            raise ValueError(
                f"{source} is not a valid output source: expected one of {list(_SOURCES)}")
        if not sinks <= set(_SINKS):
            raise ValueError(
                f"{sorted(sinks - set(_SINKS))} are no valid sinks of '{source}': expected some "
                f"of {list(_SINKS)}")
        made[source] = sinks
    return made


def output_loggers(launch_config, process_name, output_config):
    """Give the loggers of stdout and stderr; they do nothing else than these sinks."""
    config = normalize_output_config(output_config)
    loggers = {source: _plain_logger(f"{process_name}-{source}")
               for source in ("stdout", "stderr")}
    for source, sinks in config.items():
        for stream in ("stdout", "stderr") if source == "both" else (source,):
            for sink in sorted(sinks):
                _add(launch_config, loggers[stream], sink, _own_file(process_name, source))
    return loggers["stdout"], loggers["stderr"]


def _own_file(process_name, source):
    return f"{process_name}.log" if source == "both" else f"{process_name}-{source}.log"


def _plain_logger(name):
    logger = logging.getLogger(name)
    logger.propagate = False
    logger.setLevel(logging.DEBUG)
    logger.handlers.clear()
    return logger


def _add(launch_config, logger, sink, own_file):
    if sink == "screen":
        handler, formatter = launch_config.get_screen_handler(), _AS_IT_IS
    elif sink == "log":
        handler, formatter = launch_config.get_log_file_handler(), _WITH_TIME
    else:
        handler, formatter = launch_config.get_log_file_handler(own_file), _AS_IT_IS
    handler.setFormatterFor(logger, formatter)
    if handler not in logger.handlers:
        logger.addHandler(handler)
